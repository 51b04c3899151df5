// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// The bowling lane (bowling.h) with a teddy bear in place of the pins. The bear is soft, and has contact with an
/// obstacle that the ball's bone carries; the ball does not feel the bear [Force-Dual Modes, figure 10].
namespace limber::app {

/// Where the bear sits [m]; it faces the ball.
inline const Vec3 teddy_place(0.0, 0.0, -1.9);

/// The ball's bone, which it has at rest without a rotation.
inline constexpr const char* ball_bone = "handle";
inline const Vec3 ball_bone_head(0.0, 0.02, 0.0); // in its own axes [m]
/// What of the ball the bear meets: a little inside its skin, which is soft.
inline const Vec3 ball_core_centre(0.0, 0.108, 0.0); // in its own axes [m]
inline constexpr double ball_core_radius = 0.092;    // [m]

} // namespace limber::app
