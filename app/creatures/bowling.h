// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// The bowling lane of figure 21 of [Benchekroun et al. 2023] in our own characters: a ball that can be thrown, and ten
/// pins, on a floor at y = 0 with low walls at the sides and behind the pins. The lane runs along -z.
namespace limber::app {

/// Where the foot of each pin stands [m]: in four rows, 0.32 m apart, the one in front first.
std::vector<Vec3> pin_places();

/// Where the ball lies before it is thrown: its lowest point [m].
inline const Vec3 bowling_ball_place(0.0, 0.0, 0.9);

/// A wall in the axes of the world.
struct LaneWall {
    Vec3 centre;    // [m]
    Vec3 half_size; // [m]
};
std::vector<LaneWall> lane_walls();

} // namespace limber::app
