// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <algorithm>
#include <vector>

/// Assembles sparse matrices vertex by vertex instead of tet by tet: each column gathers its entries from the tets
/// around its vertex. Only the result is stored, no triplets are sorted, and sums run in the order of the tets, so the
/// bits are always the same.
namespace limber {

/// The tets around each vertex: corner 4 t + a for every tet t whose a-th vertex it is, ascending.
struct VertexCorners {
    std::vector<int> begin;   // n + 1
    std::vector<int> corners; // 4 t
};
VertexCorners vertex_corners(const Tets& T, Index vertex_count);

/// The vertices of the tets around one vertex, ascending, with one block each.
template <typename Block>
class ColumnAssembler {
public:
    explicit ColumnAssembler(Index vertex_count) : index_(static_cast<std::size_t>(vertex_count), -1) {}

    void add(int vertex, const Block& block) {
        int& index = index_[static_cast<std::size_t>(vertex)];
        if (index < 0) {
            index = static_cast<int>(vertices_.size());
            vertices_.push_back(vertex);
            blocks_.push_back(block);
        } else {
            blocks_[static_cast<std::size_t>(index)] += block;
        }
    }
    void sort() {
        std::sort(vertices_.begin(), vertices_.end());
    }
    const std::vector<int>& vertices() const {
        return vertices_;
    }
    const Block& block(int vertex) const {
        return blocks_[static_cast<std::size_t>(index_[static_cast<std::size_t>(vertex)])];
    }
    void clear() {
        for (const int vertex : vertices_) {
            index_[static_cast<std::size_t>(vertex)] = -1;
        }
        vertices_.clear();
        blocks_.clear();
    }

private:
    std::vector<int> index_; // index of each vertex's block, -1 if it has none
    std::vector<int> vertices_;
    std::vector<Block> blocks_;
};

/// (size n) x (size n): the sum over tets t and their corners a, b of block(t, a, b) at the vertices of
/// a and b; each block is a `size` x `size` matrix.
template <int size, typename BlockOf>
SparseMatrix assembled(const Tets& T, Index vertex_count, const BlockOf& block_of) {
    using Block = Eigen::Matrix<double, size, size>;
    const VertexCorners around = vertex_corners(T, vertex_count);
    std::vector<int> rows;
    std::vector<double> values;
    SparseMatrix result(size * vertex_count, size * vertex_count);
    ColumnAssembler<Block> column(vertex_count);
    for (std::size_t v = 0; v + 1 < around.begin.size(); ++v) {
        for (int s = around.begin[v]; s < around.begin[v + 1]; ++s) {
            const int corner = around.corners[static_cast<std::size_t>(s)];
            for (int a = 0; a < 4; ++a) {
                column.add(T(corner / 4, a), block_of(corner / 4, a, corner % 4));
            }
        }
        column.sort();
        for (int j = 0; j < size; ++j) {
            result.outerIndexPtr()[size * static_cast<int>(v) + j] = static_cast<int>(values.size());
            for (const int vertex : column.vertices()) {
                const Block& block = column.block(vertex);
                for (int i = 0; i < size; ++i) {
                    rows.push_back(size * vertex + i);
                    values.push_back(block(i, j));
                }
            }
        }
        column.clear();
    }
    result.outerIndexPtr()[size * vertex_count] = static_cast<int>(values.size());
    result.resizeNonZeros(static_cast<Index>(values.size()));
    std::copy(rows.begin(), rows.end(), result.innerIndexPtr());
    std::copy(values.begin(), values.end(), result.valuePtr());
    return result;
}

} // namespace limber
