// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <limits>
#include <variant>
#include <vector>

/// The solids that the characters are modelled with: implicit functions that are negative inside, positive outside, and
/// approximately a distance near the surface, with smooth unions and differences.
namespace limber::makers {

/// Half-axes along the columns of `frame`.
struct Ellipsoid {
    Vec3 centre;
    Vec3 radii;
    Mat3 frame = Mat3::Identity();
};

/// The convex hull of two balls.
struct RoundCone {
    Vec3 from, to;
    double from_radius, to_radius;
};

struct RoundBox {
    Vec3 centre;
    Vec3 half; // half-sizes, rounding included
    double rounding;
    Mat3 frame = Mat3::Identity();
};

using Shape = std::variant<Ellipsoid, RoundCone, RoundBox>;

/// A polyline of constant width.
std::vector<RoundCone> stroke(const std::vector<Vec3>& points, double radius);

double distance(const Shape& shape, const Vec3& x);

/// A ball around a shape. Outside it, the shape's function is at least `slope` times the distance to the ball, so that
/// far shapes need no evaluation.
struct BoundingBall {
    Vec3 centre;
    double radius;
    double slope;
};
BoundingBall bounding_ball_of(const Shape& shape);

/// A lower bound of `distance` to the shape; the lowest number inside the ball.
inline double distance_lower_bound(const BoundingBall& reach, const Vec3& x) {
    const double away = (x - reach.centre).norm() - reach.radius;
    return away > 0.0 ? reach.slope * away : std::numeric_limits<double>::lowest();
}

/// The smaller of two distances, blended over a seam of about this width [Quilez 2013].
double smooth_union(double first, double second, double seam);
/// The first solid without the second.
double smooth_difference(double first, double second, double seam);

/// The rotation matrix about an axis.
Mat3 rotation_about(const Vec3& axis, double degrees);

} // namespace limber::makers
