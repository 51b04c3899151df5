// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_mesh_builder.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace limber {
namespace {

// For each vertex the first one at the same position.
std::vector<int> first_at_the_same_place(const Points& V) {
    std::vector<int> order(static_cast<std::size_t>(V.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return std::tuple(V(a, 0), V(a, 1), V(a, 2), a) < std::tuple(V(b, 0), V(b, 1), V(b, 2), b);
    });
    std::vector<int> first(order.size());
    int leader = -1;
    for (const int v : order) {
        leader = leader >= 0 && V.row(leader) == V.row(v) ? leader : v;
        first[static_cast<std::size_t>(v)] = leader;
    }
    return first;
}

} // namespace

void SurfaceMeshBuilder::add_polygon(std::span<const int> corners) {
    for (std::size_t k = 2; k < corners.size(); ++k) {
        corners_.insert(corners_.end(), {corners[0], corners[k - 1], corners[k]});
    }
}

SurfaceMesh SurfaceMeshBuilder::mesh() const {
    return {Eigen::Map<const Points>(coordinates_.data(), vertex_count(), 3),
            Eigen::Map<const Triangles>(corners_.data(), static_cast<Index>(corners_.size() / 3), 3)};
}

SurfaceMesh welded(const SurfaceMesh& surface) {
    const std::vector<int> first = first_at_the_same_place(surface.V);
    std::vector<int> place(first.size());
    SurfaceMesh result = surface;
    int count = 0;
    for (std::size_t v = 0; v < first.size(); ++v) {
        const bool is_first = first[v] == static_cast<int>(v);
        if (is_first) {
            result.V.row(count) = surface.V.row(static_cast<Index>(v));
        }
        place[v] = is_first ? count++ : place[static_cast<std::size_t>(first[v])];
    }
    result.V.conservativeResize(count, 3);
    for (int& corner : result.F.reshaped()) {
        corner = place[static_cast<std::size_t>(corner)];
    }
    return result;
}

} // namespace limber
