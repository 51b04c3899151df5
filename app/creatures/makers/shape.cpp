// SPDX-License-Identifier: MIT
#include "app/creatures/makers/shape.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace {

// First-order distance: the implicit function divided by the length of its gradient.
double distance_to(const Ellipsoid& shape, const Vec3& x) {
    const Vec3 local = shape.frame.transpose() * (x - shape.centre);
    const Vec3 scaled = local.cwiseQuotient(shape.radii);
    const double level = scaled.norm();
    const double gradient = scaled.cwiseQuotient(shape.radii).norm();
    if (gradient < 1e-12) {
        return -shape.radii.minCoeff();
    }
    return level * (level - 1.0) / gradient;
}

double distance_to(const RoundCone& shape, const Vec3& x) {
    const Vec3 axis = shape.to - shape.from;
    const double along = std::clamp((x - shape.from).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
    const double radius = shape.from_radius + along * (shape.to_radius - shape.from_radius);
    return (x - shape.from - along * axis).norm() - radius;
}

double distance_to(const RoundBox& shape, const Vec3& x) {
    const Vec3 local = shape.frame.transpose() * (x - shape.centre);
    const Vec3 beyond = (local.cwiseAbs() - shape.half).array() + shape.rounding;
    return beyond.cwiseMax(0.0).norm() + std::min(beyond.maxCoeff(), 0.0) - shape.rounding;
}

} // namespace

std::vector<RoundCone> stroke(const std::vector<Vec3>& points, double radius) {
    std::vector<RoundCone> line;
    for (std::size_t i = 1; i < points.size(); ++i) {
        line.push_back({points[i - 1], points[i], radius, radius});
    }
    return line;
}

double distance(const Shape& shape, const Vec3& x) {
    return std::visit([&x](const auto& kind) { return distance_to(kind, x); }, shape);
}

// The first-order distance to an ellipsoid is at least its smallest radius times (level - 1).
BoundingBall bounding_ball_of(const Shape& shape) {
    struct Visitor {
        BoundingBall operator()(const Ellipsoid& e) const {
            return {e.centre, e.radii.maxCoeff(), e.radii.minCoeff() / e.radii.maxCoeff()};
        }
        BoundingBall operator()(const RoundCone& c) const {
            return {0.5 * (c.from + c.to), 0.5 * (c.to - c.from).norm() + std::max(c.from_radius, c.to_radius), 1.0};
        }
        BoundingBall operator()(const RoundBox& b) const {
            return {b.centre, b.half.norm(), 1.0};
        }
    };
    return std::visit(Visitor{}, shape);
}

double smooth_union(double first, double second, double seam) {
    if (seam <= 0.0) {
        return std::min(first, second);
    }
    const double overlap = std::max(seam - std::abs(first - second), 0.0) / seam;
    return std::min(first, second) - 0.25 * overlap * overlap * seam;
}

double smooth_difference(double first, double second, double seam) {
    return -smooth_union(-first, second, seam);
}

Mat3 rotation_about(const Vec3& axis, double degrees) {
    return Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, axis.normalized()).toRotationMatrix();
}

} // namespace limber::makers
