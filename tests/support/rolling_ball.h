#pragma once

#include "tests/support/free_body.h"

#include <numbers>

/// A ball on a slope, where friction makes it roll. It has facets, over whose edges it must climb.
namespace limber::testing {

/// Of a metre's radius, on the plane through the origin.
FreeBody ball_on(const Vec3& normal, double young);

inline constexpr double gentle_slope = 10.0 * std::numbers::pi / 180.0; // [radians]

/// The normal of a plane that falls towards -x.
Vec3 normal_of_slope(double angle);

/// [m] How far it rolls down the gentle slope in a second; `memory`: moves that L-BFGS learns from.
double rolled(const FreeBody& ball, int iterations, int memory = Controls{}.memory);

} // namespace limber::testing
