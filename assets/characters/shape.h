#pragma once

#include "engine/linalg/types.h"

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

/// The smaller of two distances, with a seam of about this width [Quilez 2013].
double joined(double first, double second, double seam);
/// The first without the second.
double carved(double first, double second, double seam);

/// A rotation matrix: `angle` [degrees] around `axis`.
Mat3 turned(const Vec3& axis, double degrees);

} // namespace limber::assets
