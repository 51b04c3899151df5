// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <vector>

/// The point of a triangle mesh that is closest to a point in space, by a tree of bounding boxes. Handles degenerate
/// triangles. Ties are broken deterministically.
namespace limber {

struct SurfacePoint {
    int triangle = -1;
    Vec3 barycentric = Vec3::Zero(); // weight of each corner; sums to one
    Vec3 position = Vec3::Zero();    // [m]
    double distance = 0.0;           // [m]
};

class ClosestPoint {
public:
    /// Precondition: the surface has a triangle, finite positions and indices in range. It is copied.
    explicit ClosestPoint(const SurfaceMesh& surface);
    SurfacePoint operator()(const Vec3& x) const;

private:
    struct Node {
        BoundingBox box;
        int begin = 0; // its triangles, in order_
        int end = 0;
        int left = -1; // -1: a leaf
        int right = -1;
    };
    int build(int begin, int end);
    SurfacePoint closest_on_triangle(int triangle, const Vec3& x) const;

    SurfaceMesh surface_;
    Points centroids_;
    std::vector<int> order_;
    std::vector<Node> nodes_;
};

} // namespace limber
