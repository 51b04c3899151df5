// SPDX-License-Identifier: MIT
#include "engine/mesh/self_intersections.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <vector>

namespace limber {
namespace {

constexpr Index sample_size = 200;

using Triangle = std::array<Vec3, 3>;

Triangle triangle(const SurfaceMesh& surface, Index f) {
    return {surface.V.row(surface.F(f, 0)), surface.V.row(surface.F(f, 1)), surface.V.row(surface.F(f, 2))};
}

BoundingBox box_of(const Triangle& corners) {
    return {corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]), corners[0].cwiseMax(corners[1]).cwiseMax(corners[2])};
}

bool are_apart(const BoundingBox& a, const BoundingBox& b) {
    return (a.low.array() > b.high.array()).any() || (b.low.array() > a.high.array()).any();
}

// Six times the signed volume of a tet.
double side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return (b - a).cross(c - a).dot(d - a);
}

// Whether the ends lie on both sides of the plane and the line passes through the triangle.
bool crosses(const Vec3& from, const Vec3& to, const Triangle& face) {
    if (side(face[0], face[1], face[2], from) * side(face[0], face[1], face[2], to) >= 0.0) {
        return false;
    }
    const double first = side(from, to, face[0], face[1]);
    const double second = side(from, to, face[1], face[2]);
    const double third = side(from, to, face[2], face[0]);
    return (first > 0.0 && second > 0.0 && third > 0.0) || (first < 0.0 && second < 0.0 && third < 0.0);
}

bool intersect(const Triangle& a, const Triangle& b) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::size_t next = (corner + 1) % 3;
        if (crosses(a[corner], a[next], b) || crosses(b[corner], b[next], a)) {
            return true;
        }
    }
    return false;
}

bool share_a_corner(const Triangles& F, Index f, Index g) {
    return (F.row(f).array() == F(g, 0)).any() || (F.row(f).array() == F(g, 1)).any() ||
           (F.row(f).array() == F(g, 2)).any();
}

Index intersections_of(const SurfaceMesh& surface, Index f) {
    const Triangle here = triangle(surface, f);
    const BoundingBox box = box_of(here);
    Index count = 0;
    for (Index g = 0; g < surface.F.rows(); ++g) {
        const Triangle other = triangle(surface, g);
        if (!are_apart(box, box_of(other)) && !share_a_corner(surface.F, f, g)) {
            count += intersect(here, other) ? 1 : 0;
        }
    }
    return count;
}

} // namespace

Index median_intersections_of_faces(const SurfaceMesh& surface) {
    const Index face_count = surface.F.rows();
    const Index sampled = std::min(sample_size, face_count);
    std::vector<Index> counts;
    for (Index i = 0; i < sampled; ++i) {
        counts.push_back(intersections_of(surface, i * face_count / sampled));
    }
    if (counts.empty()) {
        return 0;
    }
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::nth_element(counts.begin(), middle, counts.end());
    return *middle;
}

} // namespace limber
