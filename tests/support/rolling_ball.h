// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/free_body.h"

#include <numbers>

/// A ball on a slope, which rolls because of friction. Its facets' edges resist the rolling.
namespace limber::testing {

/// Of a metre's radius, on the plane through the origin.
FreeBody ball_on(const Vec3& normal, double young);

inline constexpr double gentle_slope = 10.0 * std::numbers::pi / 180.0; // [radians]

/// The normal of a plane that falls towards -x.
Vec3 normal_of_slope(double angle);

/// The distance that it rolls down the gentle slope in a second [m]; `memory` is the length of L-BFGS's history.
double rolled(const FreeBody& ball, int iterations, int memory = Controls{}.memory);

} // namespace limber::testing
