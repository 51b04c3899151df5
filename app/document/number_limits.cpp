// SPDX-License-Identifier: MIT
#include "app/document/number_limits.h"

#include <Eigen/LU>

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

bool is_rigid(const Affine& map) {
    const Mat3 A = map.leftCols<3>();
    return map.allFinite() && is_position(map.col(3)) && (A.transpose() * A - Mat3::Identity()).norm() < 1e-6 &&
           A.determinant() > 0.0;
}

bool is_placement(const Affine& map) {
    return is_position(map.col(3)) && (map.leftCols<3>().array().abs() <= stretch_max).all();
}

} // namespace limber::app
