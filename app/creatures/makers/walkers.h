// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The walking characters, one function and one file each: free bodies of one material, about a metre long, that stand
/// on the ground and face +z. They have no bones; their muscles are their own vibration modes [Benchekroun et al.
/// 2024].
namespace limber::makers {

Figure arch();
Figure couch();
Figure creepy_tree();
Figure bat();
Figure tree_frog();
Figure gecko();
Figure octopus_ashore();
Figure starfish_ashore();

std::vector<Figure> walkers();

} // namespace limber::makers
