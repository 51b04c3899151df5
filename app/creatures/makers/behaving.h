// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// Characters that decide in each step what to do next, after the figures of [Coros et al. 2012, Deformable Objects
/// Alive!]: free bodies whose rest shape is controlled, by a cage or by example poses, and that behave as soon as they
/// are opened. They face +z.
namespace limber::makers {

Figure table();
Figure rolling_ball();
Figure cheese();
Figure cross();
Figure castle();
Figure cup();
/// The race of figure 6: by a cage, and by example poses.
Figure swaying_crust();
Figure twisting_crust();

/// Without tets: cards that are shells, by a cage and by example poses, and a castle of rods.
Figure ace();
Figure bowing_ace();
Figure castle_of_rods();

/// Two-dimensional bodies in their plane: the I of figure 3 in its four ways, letters and the castle of the table, and
/// the pirate. They face +x.
std::vector<Figure> flat_figures();

/// The letters of figures 3 and 6, from A to S.
std::vector<Figure> letters();

std::vector<Figure> behaving_figures();
/// Those of rods and shells, and those in a plane.
std::vector<Figure> behaving_thin_figures();

/// A free body without parts that is firm enough for behaviours, about a metre high. Its modes and clusters are those
/// with which the behaviours were tried.
Figure behaving_figure(const std::string& name, const std::string& title, const std::string& about,
                       const std::vector<std::string>& palette);

} // namespace limber::makers
