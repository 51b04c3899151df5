// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Limits of numbers in scenes and controls: far larger than any scene needs, and small enough that squares and lengths
/// are finite. NaN is outside every limit.
namespace limber::app {

struct Range {
    double low = 0.0;
    double high = 0.0;

    /// NaN is outside every range.
    constexpr bool holds(double value) const {
        return value >= low && value <= high;
    }
};
inline constexpr Range time_step_range{1e-9, 10}; // [s]

inline constexpr Range warm_up_range{0, 60}; // [s]

inline constexpr double coordinate_max = 1e9;         // [m] of a position, along each axis
inline constexpr double stretch_max = 1e6;            // of a placement
inline constexpr double gravity_max = 1e100;          // [m/s^2] along each axis
inline constexpr double wind_max = 1e6;               // [m/s] along each axis
inline constexpr double air_drag_max = 1e6;           // [1/s]
inline constexpr Range gust_period_range{1e-3, 1e6};  // [s]
inline constexpr double force_max = 1e100;            // [N] along each axis
inline constexpr Range force_period_range{1e-3, 1e6}; // [s] of pulses
inline constexpr double stiffness_max = 1e100;        // [N/m] of a handle
inline constexpr double friction_max = 1e6;
inline constexpr double clip_speed_max = 1000.0;    // clip seconds per simulated second
inline constexpr double target_weight_max = 1000.0; // of a blendshape
inline constexpr double exaggeration_max = 1000.0;  // of the secondary motion, as it is drawn
inline constexpr double playback_speed_min = 0.001; // simulated seconds per wall second
inline constexpr double playback_speed_max = 1000.0;

/// Whether each coordinate is within coordinate_max.
bool is_position(const Vec3& v);
/// Whether the length is between 1e-100 and 1e100.
bool is_direction(const Vec3& v);
/// Whether a map is a valid offset of a rig or bone: at most 1e9 metres along each axis, and a stretch of at most 1e6.
bool is_placement(const Affine& map);

/// Whether the map turns and moves, and nothing else, to a place within coordinate_max.
bool is_rigid(const Affine& map);

} // namespace limber::app
