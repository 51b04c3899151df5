// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Collects what a tet mesh reader reads: vertices with their numbers in the file, tets, and counts of skipped
/// elements.
namespace limber {

/// The vertices' numbers in a file, which may start anywhere, have gaps and come in any order.
class VertexNumbers {
public:
    void add(std::int64_t number);
    std::int64_t size() const {
        return static_cast<std::int64_t>(numbers_.size());
    }
    /// Call once after the last `add`. Returns false for duplicate numbers.
    bool finish();
    /// The index of the `add` call with this number, or -1.
    int index_of(std::int64_t number) const;

private:
    struct Entry {
        std::int64_t number;
        int index;
    };
    std::vector<std::int64_t> numbers_;
    std::vector<Entry> sorted_; // empty when the numbers are consecutive
};

class TetMeshBuilder {
public:
    void reserve_vertices(Index count) {
        coordinates_.reserve(static_cast<std::size_t>(3 * count));
    }
    void add_vertex(double x, double y, double z) {
        coordinates_.insert(coordinates_.end(), {x, y, z});
    }
    void add_tet(const std::array<int, 4>& tet) {
        corners_.insert(corners_.end(), tet.begin(), tet.end());
    }
    /// Counts solid elements that are not tets. Points, edges and triangles are not counted.
    void skip_elements(Index count) {
        skipped_ += count;
    }
    /// Counts a curved tet of which only the corners are used.
    void add_curved_tet() {
        ++curved_;
    }

    Index vertex_count() const {
        return static_cast<Index>(coordinates_.size() / 3);
    }
    Repaired<TetMesh> mesh() const;

private:
    std::vector<double> coordinates_;
    std::vector<int> corners_;
    Index skipped_ = 0;
    Index curved_ = 0;
};

} // namespace limber
