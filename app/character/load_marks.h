// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <array>
#include <vector>

/// Lines that show in which directions a load acts on a body, for the view: the fibres of a muscle, the normal and the
/// tangents of a contact patch, what presses against the surface, and the pressure in pockets.
namespace limber::app {

/// A line that moves with the body, as part of one of its tets.
struct LoadMark {
    std::array<int, 4> corners{}; // of the tet
    Eigen::Vector4d from, to;     // the ends, in barycentric coordinates; they may lie outside of the tet
    bool is_arrow = false;        // its head is at `to`
};

inline constexpr std::size_t load_marks_max = 120;

/// At most load_marks_max of them, evenly apart. Empty: the load acts in all directions alike, or nowhere. Needs mesh,
/// mass and rig.
std::vector<LoadMark> load_marks(const BodyLoad& load, const Character& character);

} // namespace limber::app
