// SPDX-License-Identifier: MIT
#include "engine/mesh/seam_welding.h"

#include "engine/core/disjoint_sets.h"
#include "engine/mesh/simplex_groups.h"
#include "engine/mesh/surface_mesh_builder.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr double seam_width_max = 1e-7; // of the size

// The vertices of open edges, by their first coordinate.
std::vector<int> open_vertices(const SurfaceMesh& surface) {
    std::vector<std::array<int, 2>> edges;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        for (Index k = 0; k < 3; ++k) {
            edges.push_back({surface.F(f, k), surface.F(f, (k + 1) % 3)});
        }
    }
    std::set<int> open;
    const std::vector<std::array<int, 2>> all = edges;
    for_each_group(std::move(edges), [&](std::span<const int> members) {
        if (members.size() == 1) {
            const auto& edge = all[static_cast<std::size_t>(members.front())];
            open.insert(edge.begin(), edge.end());
        }
    });
    std::vector<int> vertices(open.begin(), open.end());
    std::ranges::stable_sort(vertices, {}, [&](int v) { return surface.V(v, 0); });
    return vertices;
}

// For each vertex the first one of its group.
std::vector<int> first_at_seams(const SurfaceMesh& surface) {
    const double width = seam_width_max * bounding_box(surface.V).diagonal();
    const std::vector<int> open = open_vertices(surface);
    DisjointSets groups(static_cast<std::size_t>(surface.V.rows()));
    for (std::size_t i = 0; i < open.size(); ++i) {
        for (std::size_t j = i + 1; j < open.size() && surface.V(open[j], 0) - surface.V(open[i], 0) <= width; ++j) {
            if ((surface.V.row(open[i]) - surface.V.row(open[j])).cwiseAbs().maxCoeff() <= width) {
                groups.join(open[i], open[j]);
            }
        }
    }
    std::vector<int> first(static_cast<std::size_t>(surface.V.rows()));
    for (std::size_t v = 0; v < first.size(); ++v) {
        first[v] = groups.root(static_cast<int>(v));
    }
    return first;
}

} // namespace

SurfaceMesh welded_at_seams(const SurfaceMesh& surface) {
    SurfaceMesh exact = welded(surface);
    if (!exact.V.allFinite()) {
        return exact; // it is refused later
    }
    const std::vector<int> first = first_at_seams(exact);
    for (int& corner : exact.F.reshaped()) {
        exact.V.row(corner) = exact.V.row(first[static_cast<std::size_t>(corner)]).eval();
    }
    return welded(exact);
}

} // namespace limber
