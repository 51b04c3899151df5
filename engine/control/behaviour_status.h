// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <string_view>

/// What a behaviour (behaviour.h) tells others.
namespace limber {

/// Where a goal is in the world, for drawing.
struct GoalMarker {
    enum class Kind { centre, foot, point };
    Kind kind = Kind::centre;
    Vec3 at = Vec3::Zero();       // [m] on the floor, of a point where it should be
    Vec3 velocity = Vec3::Zero(); // [m/s] that is wanted
};

struct BehaviourStatus {
    std::string_view phase = "stand"; // stand, crouch, push, fly, land, step, roll, reach
    bool is_done = false;             // stands again after the last hop, has gone so far, has turned, reaches
    bool is_fallen = false;           // tilted by more than 60 degrees, and not rolling
    bool cannot_rise = false;         // lies for some seconds already
    bool cannot_walk = false;         // stands, because its feet slid instead of leaving the ground, or found no hold
    double tilt = 0.0;                // [rad] between the body's own up direction and up
    double heading = 0.0;             // [rad] about up, from the first heading
};

} // namespace limber
