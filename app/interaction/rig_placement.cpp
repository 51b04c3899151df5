// SPDX-License-Identifier: MIT
#include "app/interaction/rig_placement.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr double per_degree = std::numbers::pi / 180.0;

// Removes round-off, so that the panel does not show "-0".
Vec3 without_round_off(const Vec3& v) {
    return v.unaryExpr([](double x) { return std::abs(x) < 1e-9 ? 0.0 : x; });
}

// Around the vertical last, so that its angle covers the whole circle and does not depend on how it was reached.
Mat3 rotation(const Vec3& degrees) {
    const Vec3 angles = per_degree * degrees;
    return (Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) * Eigen::AngleAxisd(angles.x(), Vec3::UnitX()) *
            Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()))
        .toRotationMatrix();
}

Vec3 degrees_of(const Mat3& R) {
    const double x = std::asin(std::clamp(-R(1, 2), -1.0, 1.0));
    // At the pole, y and z rotate around the same axis; the whole rotation is assigned to y.
    if (std::abs(R(1, 2)) > 1.0 - 1e-12) {
        return Vec3(x, std::atan2(-R(2, 0), R(0, 0)), 0.0) / per_degree;
    }
    return Vec3(x, std::atan2(R(0, 2), R(2, 2)), std::atan2(R(1, 0), R(1, 1))) / per_degree;
}

} // namespace

Affine affine_of(const RigPlacement& placement, const Vec3& centre) {
    Affine map;
    map.leftCols<3>() = rotation(placement.degrees) * placement.stretch.asDiagonal();
    map.col(3) = centre + placement.translation - map.leftCols<3>() * centre;
    return map;
}

RigPlacement placement_of(const Affine& map, const Vec3& centre) {
    RigPlacement placement;
    placement.translation = without_round_off(apply(map, centre) - centre);
    placement.stretch = map.leftCols<3>().colwise().norm();
    Mat3 R;
    R.col(0) = map.col(0).normalized();
    R.col(1) = (map.col(1) - R.col(0) * R.col(0).dot(map.col(1))).normalized();
    R.col(2) = R.col(0).cross(R.col(1));
    placement.degrees = without_round_off(degrees_of(R));
    return placement;
}

} // namespace limber::app
