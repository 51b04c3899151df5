#pragma once

#include "engine/linalg/types.h"

#include <limits>
#include <variant>
#include <vector>

/// The clay that the characters are made of: solids given by functions that are negative inside, positive outside, and
/// roughly a distance near the surface, joined and carved with rounded seams.
namespace limber::assets {

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

/// A line of even width through points.
std::vector<RoundCone> stroke(const std::vector<Vec3>& points, double radius);

double distance(const Shape& shape, const Vec3& x);

/// A ball around a shape, and how much slower than its own distance the shape's may grow: what is far away need not be
/// looked at.
struct Reach {
    Vec3 centre;
    double radius;
    double slope;
};
Reach reach_of(const Shape& shape);

/// Never more than `distance` to the shape; within the ball it knows nothing.
inline double distance_at_least(const Reach& reach, const Vec3& x) {
    const double away = (x - reach.centre).norm() - reach.radius;
    return away > 0.0 ? reach.slope * away : std::numeric_limits<double>::lowest();
}

/// The smaller of two distances, with a seam of about this width [Quilez 2013].
double joined(double first, double second, double seam);
/// The first without the second.
double carved(double first, double second, double seam);

/// A rotation matrix: `angle` [degrees] around `axis`.
Mat3 turned(const Vec3& axis, double degrees);

} // namespace limber::assets
