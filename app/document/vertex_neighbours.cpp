// SPDX-License-Identifier: MIT
#include "app/document/vertex_neighbours.h"

namespace limber::app {

VertexNeighbours::VertexNeighbours(const Tets& T, Index vertex_count) {
    list(T, vertex_count);
}

VertexNeighbours::VertexNeighbours(const Triangles& F, Index vertex_count) {
    list(F, vertex_count);
}

template <typename Cells>
void VertexNeighbours::list(const Cells& cells, Index vertex_count) {
    const auto others = static_cast<std::size_t>(cells.cols()) - 1; // number of other corners of a cell
    first_.assign(static_cast<std::size_t>(vertex_count) + 1, 0);
    for (Index k = 0; k < cells.size(); ++k) {
        first_[static_cast<std::size_t>(cells.data()[k]) + 1] += others;
    }
    for (std::size_t i = 1; i < first_.size(); ++i) {
        first_[i] += first_[i - 1];
    }
    neighbours_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (Index c = 0; c < cells.rows(); ++c) {
        for (Index corner = 0; corner < cells.cols(); ++corner) {
            for (Index other = 0; other < cells.cols(); ++other) {
                if (other != corner) {
                    neighbours_[next[static_cast<std::size_t>(cells(c, corner))]++] = cells(c, other);
                }
            }
        }
    }
}

} // namespace limber::app
