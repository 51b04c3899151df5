#pragma once

#include "engine/linalg/types.h"

/// How large a number of a scene or of controls may be: far more than any scene needs, and so little that squares and
/// lengths of it are finite. NaN is outside every limit.
namespace limber::app {

inline constexpr double coordinate_max = 1e9;  // [m] of what is placed, from the origin along each axis
inline constexpr double stretch_max = 1e6;     // of a placement
inline constexpr double gravity_max = 1e100;   // [m/s^2] along each axis
inline constexpr double stiffness_max = 1e100; // [N/m] of a handle
inline constexpr double friction_max = 1e6;
inline constexpr double clip_speed_max = 1000.0;    // clip seconds a simulated second
inline constexpr double exaggeration_max = 1000.0;  // of the secondary motion, as it is drawn
inline constexpr double playback_speed_min = 0.001; // simulated seconds a wall second
inline constexpr double playback_speed_max = 1000.0;

/// Within coordinate_max of the origin along each axis.
bool is_position(const Vec3& v);
/// From 1e-100 to 1e100 long.
bool is_direction(const Vec3& v);

} // namespace limber::app
