// SPDX-License-Identifier: MIT
#pragma once

/// Rates and tolerances that behaviours share.
namespace limber {

inline constexpr double upright_rate = 4.0; // [1/s] of turning up, times the sine of the tilt
inline constexpr double turn_rate = 4.0;    // [1/s] of turning to the wanted heading, times the angle
inline constexpr double height_kp = 4.0;    // [1/s]
inline constexpr double place_kp = 2.0;     // [1/s]
inline constexpr double spin_max = 3.0;     // [rad/s] about up
inline constexpr double step_time = 0.5;    // [s] of a swing, for a centre of mass 0.5 m high
inline constexpr double step_time_of_two =
    0.2;                                    // the same on two feet, of which one holds the body while the other swings
inline constexpr double done_height = 0.02; // of the height of the centre of mass: where the distance is small or zero
inline constexpr double heading_tolerance = 0.05; // [rad]

} // namespace limber
