// SPDX-License-Identifier: MIT
#include "engine/contact/obstacle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

// Clearance from a sphere around the centre; the normal is arbitrary at the centre itself.
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

Clearance clearance_of(const Box& box, const Vec3& x) {
    const Vec3 local = apply(inverse(box.placement), x);
    const Vec3 beyond = local.cwiseAbs() - box.half_size;
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
    return {distance, box.placement.leftCols<3>() * out};
}

// The surface of a height field above or below a point, in the field's own axes.
struct SurfacePoint {
    double height = 0.0;
    Vec3 normal;
};

// Coordinates are in cells from the first row and column, and lie on the grid.
SurfacePoint surface_at(const HeightField& field, double along_x, double along_z) {
    const Index i = std::min(static_cast<Index>(along_x), field.heights.rows() - 2);
    const Index j = std::min(static_cast<Index>(along_z), field.heights.cols() - 2);
    const double s = along_x - static_cast<double>(i);
    const double t = along_z - static_cast<double>(j);
    const auto corner = field.heights.block<2, 2>(i, j);
    const double near = (1.0 - t) * corner(0, 0) + t * corner(0, 1);
    const double far = (1.0 - t) * corner(1, 0) + t * corner(1, 1);
    const double left = (1.0 - s) * corner(0, 0) + s * corner(1, 0);
    const double right = (1.0 - s) * corner(0, 1) + s * corner(1, 1);
    const Vec3 out((near - far) / field.spacing, 1.0, (left - right) / field.spacing);
    return {(1.0 - s) * near + s * far, out.normalized()};
}

// Combines the distance to the tangent plane at the top, along its normal, with the horizontal distance to the sides:
// outside.x and outside.z are how far the point is outside them, negative over the grid.
Clearance combined_clearance(double over, const Vec3& out, const Vec3& outside, const Vec3& local) {
    Vec3 aside(std::max(outside.x(), 0.0), 0.0, std::max(outside.z(), 0.0));
    const double beyond = aside.norm();
    if (beyond > 0.0) {
        aside.x() = std::copysign(aside.x(), local.x());
        aside.z() = std::copysign(aside.z(), local.z());
        return over > 0.0 ? Clearance{std::hypot(beyond, over), (aside + over * out).normalized()}
                          : Clearance{beyond, aside / beyond};
    }
    if (over >= outside.x() && over >= outside.z()) {
        return {over, out};
    }
    return outside.x() > outside.z() ? Clearance{outside.x(), Vec3(std::copysign(1.0, local.x()), 0.0, 0.0)}
                                     : Clearance{outside.z(), Vec3(0.0, 0.0, std::copysign(1.0, local.z()))};
}

Clearance clearance_of(const HeightField& field, const Vec3& x) {
    const Vec3 local = apply(inverse(field.placement), x);
    // NaN and infinite coordinates have no cell.
    if (!(local.squaredNorm() < std::numeric_limits<double>::infinity())) {
        return {std::numeric_limits<double>::infinity(), Vec3(0.0, 1.0, 0.0)};
    }
    const auto cells_x = static_cast<double>(field.heights.rows() - 1);
    const auto cells_z = static_cast<double>(field.heights.cols() - 1);
    const SurfacePoint top = surface_at(field, std::clamp(local.x() / field.spacing + 0.5 * cells_x, 0.0, cells_x),
                                        std::clamp(local.z() / field.spacing + 0.5 * cells_z, 0.0, cells_z));
    const Vec3 outside(std::abs(local.x()) - 0.5 * field.spacing * cells_x, 0.0,
                       std::abs(local.z()) - 0.5 * field.spacing * cells_z);
    const Clearance near = combined_clearance((local.y() - top.height) * top.normal.y(), top.normal, outside, local);
    return {near.distance, field.placement.leftCols<3>() * near.normal};
}

void grow(HalfSpace& shape, double distance) {
    shape.point += distance * shape.normal;
}

void grow(Ball& shape, double distance) {
    shape.radius += distance;
}

void grow(Capsule& shape, double distance) {
    shape.radius += distance;
}

void grow(Box& shape, double distance) {
    shape.half_size.array() += distance;
}

void grow(HeightField& shape, double distance) {
    shape.heights.array() += distance;
}

} // namespace

Obstacle grown(Obstacle obstacle, double distance) {
    std::visit([&](auto& shape) { grow(shape, distance); }, obstacle.shape);
    return obstacle;
}

bool has_surface(const Shape& shape) {
    const auto* field = std::get_if<HeightField>(&shape);
    return !field || (field->heights.rows() >= 2 && field->heights.cols() >= 2);
}

Clearance clearance(const Shape& shape, const Vec3& x) {
    return std::visit([&](const auto& one) { return clearance_of(one, x); }, shape);
}

} // namespace limber
