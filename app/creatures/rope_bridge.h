// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// "creature:rope_bridge": the rope bridge, which hangs by handles at the ends of its ropes.
namespace limber::app {

/// Where it is held [m].
std::vector<Vec3> rope_bridge_holds();

inline constexpr double rope_bridge_hold_stiffness = 2e4; // [N/m]

} // namespace limber::app
