// SPDX-License-Identifier: MIT
#include "engine/mesh/closest_point.h"

#include "engine/core/contract.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace limber {
namespace {

constexpr int leaf_triangles = 4;

double squared_distance(const BoundingBox& box, const Vec3& x) {
    return (box.low - x).cwiseMax(x - box.high).cwiseMax(0.0).squaredNorm();
}

/// The parameter in [0, 1] of the point on the segment from a to b that is closest to x.
double share_along(const Vec3& a, const Vec3& b, const Vec3& x) {
    const double length = (b - a).squaredNorm();
    return length > 0.0 ? std::clamp((x - a).dot(b - a) / length, 0.0, 1.0) : 0.0;
}

/// Barycentric coordinates of the closest point: inside the triangle, or else on the nearest edge.
Vec3 closest_barycentric(const std::array<Vec3, 3>& corners, const Vec3& x) {
    const Vec3 e1 = corners[1] - corners[0];
    const Vec3 e2 = corners[2] - corners[0];
    const Vec3 normal = e1.cross(e2);
    const double area = normal.squaredNorm();
    if (area > 0.0) {
        const double b1 = normal.dot((x - corners[0]).cross(e2)) / area;
        const double b2 = normal.dot(e1.cross(x - corners[0])) / area;
        if (b1 >= 0.0 && b2 >= 0.0 && b1 + b2 <= 1.0) {
            return Vec3(1.0 - b1 - b2, b1, b2);
        }
    }
    Vec3 nearest(1.0, 0.0, 0.0);
    double nearest_distance = std::numeric_limits<double>::infinity();
    for (int edge = 0; edge < 3; ++edge) {
        const Vec3& a = corners[static_cast<std::size_t>(edge)];
        const Vec3& b = corners[static_cast<std::size_t>((edge + 1) % 3)];
        const double share = share_along(a, b, x);
        const double distance = (a + share * (b - a) - x).squaredNorm();
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest.setZero();
            nearest[edge] = 1.0 - share;
            nearest[(edge + 1) % 3] = share;
        }
    }
    return nearest;
}

} // namespace

ClosestPoint::ClosestPoint(const SurfaceMesh& surface)
    : surface_(surface), centroids_(surface.F.rows(), 3), order_(static_cast<std::size_t>(surface.F.rows())) {
    EXPECTS(surface.F.rows() > 0);
    EXPECTS(surface.F.minCoeff() >= 0 && surface.F.maxCoeff() < surface.V.rows());
    for (Index f = 0; f < surface.F.rows(); ++f) {
        centroids_.row(f) =
            (surface.V.row(surface.F(f, 0)) + surface.V.row(surface.F(f, 1)) + surface.V.row(surface.F(f, 2))) / 3.0;
    }
    std::iota(order_.begin(), order_.end(), 0);
    build(0, static_cast<int>(order_.size()));
}

int ClosestPoint::build(int begin, int end) {
    BoundingBox box{Vec3::Constant(std::numeric_limits<double>::infinity()),
                    Vec3::Constant(-std::numeric_limits<double>::infinity())};
    for (int i = begin; i < end; ++i) {
        for (int a = 0; a < 3; ++a) {
            const Vec3 corner = surface_.V.row(surface_.F(order_[static_cast<std::size_t>(i)], a));
            box.low = box.low.cwiseMin(corner);
            box.high = box.high.cwiseMax(corner);
        }
    }
    const int node = static_cast<int>(nodes_.size());
    nodes_.push_back({box, begin, end, -1, -1});
    if (end - begin <= leaf_triangles) {
        return node;
    }
    int axis = 0;
    (box.high - box.low).maxCoeff(&axis);
    const int middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end, [&](int a, int b) {
        return std::pair(centroids_(a, axis), a) < std::pair(centroids_(b, axis), b);
    });
    const int left = build(begin, middle);
    const int right = build(middle, end);
    nodes_[static_cast<std::size_t>(node)].left = left;
    nodes_[static_cast<std::size_t>(node)].right = right;
    return node;
}

SurfacePoint ClosestPoint::closest_on_triangle(int triangle, const Vec3& x) const {
    std::array<Vec3, 3> corners;
    for (int a = 0; a < 3; ++a) {
        corners[static_cast<std::size_t>(a)] = surface_.V.row(surface_.F(triangle, a));
    }
    SurfacePoint point;
    point.triangle = triangle;
    point.barycentric = closest_barycentric(corners, x);
    point.position =
        point.barycentric[0] * corners[0] + point.barycentric[1] * corners[1] + point.barycentric[2] * corners[2];
    point.distance = (point.position - x).norm();
    return point;
}

SurfacePoint ClosestPoint::operator()(const Vec3& x) const {
    SurfacePoint best;
    best.distance = std::numeric_limits<double>::infinity();
    std::array<int, 64> stack; // the tree halves its triangles, so it is never this deep
    std::size_t height = 0;
    stack[height++] = 0;
    while (height > 0) {
        const Node& node = nodes_[static_cast<std::size_t>(stack[--height])];
        if (squared_distance(node.box, x) >= best.distance * best.distance) {
            continue;
        }
        if (node.left < 0) {
            for (int i = node.begin; i < node.end; ++i) {
                const SurfacePoint point = closest_on_triangle(order_[static_cast<std::size_t>(i)], x);
                best = point.distance < best.distance ? point : best;
            }
            continue;
        }
        const BoundingBox& left = nodes_[static_cast<std::size_t>(node.left)].box;
        const BoundingBox& right = nodes_[static_cast<std::size_t>(node.right)].box;
        const bool left_is_nearer = squared_distance(left, x) <= squared_distance(right, x);
        stack[height++] = left_is_nearer ? node.right : node.left;
        stack[height++] = left_is_nearer ? node.left : node.right;
    }
    return best;
}

} // namespace limber
