#pragma once

#include "engine/mesh/tet_mesh.h"

#include <span>
#include <vector>

/// What the readers of surfaces fill while they read.
namespace limber {

class SurfaceGatherer {
public:
    void reserve_vertices(Index count) {
        coordinates_.reserve(static_cast<std::size_t>(3 * count));
    }
    void add_vertex(double x, double y, double z) {
        coordinates_.insert(coordinates_.end(), {x, y, z});
    }
    /// A fan around the first corner; fewer than three corners give nothing.
    void add_polygon(std::span<const int> corners);

    Index vertex_count() const {
        return static_cast<Index>(coordinates_.size() / 3);
    }
    SurfaceMesh mesh() const;

private:
    std::vector<double> coordinates_;
    std::vector<int> corners_;
};

/// Vertices at exactly the same place become one, numbered in the order in which they first appear.
SurfaceMesh welded(const SurfaceMesh& surface);

} // namespace limber
