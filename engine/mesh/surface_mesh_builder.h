// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <span>
#include <vector>

/// Collects the vertices and triangles that a surface reader reads.
namespace limber {

class SurfaceMeshBuilder {
public:
    void reserve_vertices(Index count) {
        coordinates_.reserve(static_cast<std::size_t>(3 * count));
    }
    void add_vertex(double x, double y, double z) {
        coordinates_.insert(coordinates_.end(), {x, y, z});
    }
    /// Adds a fan around the first corner; fewer than three corners add nothing.
    void add_polygon(std::span<const int> corners);

    Index vertex_count() const {
        return static_cast<Index>(coordinates_.size() / 3);
    }
    SurfaceMesh mesh() const;

private:
    std::vector<double> coordinates_;
    std::vector<int> corners_;
};

/// Merges vertices at exactly the same position, numbered by first appearance.
SurfaceMesh welded(const SurfaceMesh& surface);

} // namespace limber
