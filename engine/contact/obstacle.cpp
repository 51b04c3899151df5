#include "engine/contact/obstacle.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

// Away from a point, at a distance from it; any way where both are the same.
Clearance away_from(const Vec3& centre, double radius, const Vec3& x) {
    const Vec3 out = x - centre;
    const double length = out.norm();
    return {length - radius, length > 0.0 ? Vec3(out / length) : Vec3(0.0, 1.0, 0.0)};
}

Clearance clearance_of(const HalfSpace& half, const Vec3& x) {
    return {(x - half.point).dot(half.normal), half.normal};
}

Clearance clearance_of(const Ball& ball, const Vec3& x) {
    return away_from(ball.centre, ball.radius, x);
}

Clearance clearance_of(const Capsule& capsule, const Vec3& x) {
    const Vec3 axis = capsule.b - capsule.a;
    const double square = axis.squaredNorm();
    const double share = square > 0.0 ? std::clamp((x - capsule.a).dot(axis) / square, 0.0, 1.0) : 0.0;
    return away_from(capsule.a + share * axis, capsule.radius, x);
}

Clearance clearance_of(const Block& block, const Vec3& x) {
    const Vec3 local = apply(inverse(block.placement), x);
    const Vec3 beyond = local.cwiseAbs() - block.half_size;
    Vec3 out = Vec3::Zero();
    double distance = 0.0;
    if (beyond.maxCoeff() > 0.0) {
        const Vec3 outside = beyond.cwiseMax(0.0);
        distance = outside.norm();
        out = outside / distance;
    } else {
        Index axis = 0;
        distance = beyond.maxCoeff(&axis);
        out(axis) = 1.0;
    }
    for (Index axis = 0; axis < 3; ++axis) {
        out(axis) = std::copysign(out(axis), local(axis) * out(axis));
    }
    return {distance, block.placement.leftCols<3>() * out};
}

Clearance clearance_of(const HeightField& field, const Vec3& x) {
    EXPECTS(field.heights.rows() >= 2 && field.heights.cols() >= 2);
    const Vec3 local = apply(inverse(field.placement), x);
    const double along_x = local.x() / field.spacing + 0.5 * static_cast<double>(field.heights.rows() - 1);
    const double along_z = local.z() / field.spacing + 0.5 * static_cast<double>(field.heights.cols() - 1);
    // As doubles: what is no number, or beyond all indices, has no cell.
    if (!(along_x >= 0.0 && along_z >= 0.0 && along_x < static_cast<double>(field.heights.rows() - 1) &&
          along_z < static_cast<double>(field.heights.cols() - 1))) {
        return {std::numeric_limits<double>::infinity(), Vec3(0.0, 1.0, 0.0)};
    }
    const auto i = static_cast<Index>(along_x);
    const auto j = static_cast<Index>(along_z);
    const double s = along_x - static_cast<double>(i);
    const double t = along_z - static_cast<double>(j);
    const auto corner = field.heights.block<2, 2>(i, j);
    const double near = (1.0 - t) * corner(0, 0) + t * corner(0, 1);
    const double far = (1.0 - t) * corner(1, 0) + t * corner(1, 1);
    const double left = (1.0 - s) * corner(0, 0) + s * corner(1, 0);
    const double right = (1.0 - s) * corner(0, 1) + s * corner(1, 1);
    const double height = (1.0 - s) * near + s * far;
    const Vec3 out = Vec3((near - far) / field.spacing, 1.0, (left - right) / field.spacing).normalized();
    return {(local.y() - height) * out.y(), field.placement.leftCols<3>() * out};
}

} // namespace

Clearance clearance(const Shape& shape, const Vec3& x) {
    return std::visit([&](const auto& one) { return clearance_of(one, x); }, shape);
}

} // namespace limber
