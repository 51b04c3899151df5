// SPDX-License-Identifier: MIT
#include "app/document/number_limits.h"

namespace limber::app {
namespace {

constexpr double length_min = 1e-100; // smallest length of a direction
constexpr double length_max = 1e100;

} // namespace

bool is_position(const Vec3& v) {
    return (v.array().abs() <= coordinate_max).all();
}

bool is_direction(const Vec3& v) {
    const double length = v.norm();
    return length >= length_min && length <= length_max;
}

} // namespace limber::app
