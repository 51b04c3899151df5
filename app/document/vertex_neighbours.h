// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"

#include <span>
#include <vector>

namespace limber::app {

/// The neighbours of every vertex along edges. A neighbour is listed once for every tet or triangle with the edge.
/// Built in linear time without sorting.
class VertexNeighbours {
public:
    VertexNeighbours(const Tets& T, Index vertex_count);
    VertexNeighbours(const Triangles& F, Index vertex_count);

    std::span<const int> of(Index vertex) const {
        const auto i = static_cast<std::size_t>(vertex);
        return std::span(neighbours_).subspan(first_[i], first_[i + 1] - first_[i]);
    }

private:
    template <typename Cells>
    void list(const Cells& cells, Index vertex_count);

    std::vector<std::size_t> first_; // start of each vertex's list; vertex count + 1 entries
    std::vector<int> neighbours_;
};

} // namespace limber::app
