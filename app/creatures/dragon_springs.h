// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// The springs of "creature:dragon_on_springs": the dragon without its rig, held at its feet and its tail. Springs
/// around its neck and its left arm bring the tip of its snout and its hand to the handles that the mouse drags. Places
/// are those of the body at rest [m]; it faces +z.
namespace limber::app {

struct SpringPlace {
    std::string name;
    Vec3 from, to;
};

std::vector<SpringPlace> dragon_springs();
/// Where it is held.
std::vector<Vec3> dragon_holds();
/// What follows the mouse.
std::vector<Vec3> dragon_tips();

inline constexpr double dragon_young = 2e4;            // [Pa] of its flesh
inline constexpr double dragon_spring_stiffness = 2e3; // [N/m]
inline constexpr double dragon_hold_stiffness = 5e4;   // [N/m]

} // namespace limber::app
