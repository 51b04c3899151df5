#pragma once

#include "engine/mesh/tet_mesh.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// What the readers fill while they read: vertices with the numbers that the file gives them, tets,
/// and a tally of what was left aside.
namespace limber {

/// The vertices' numbers in a file, which may start anywhere, have gaps and stand in any order.
class VertexNumbers {
public:
    void add(std::int64_t number);
    std::int64_t size() const {
        return static_cast<std::int64_t>(numbers_.size());
    }
    /// Call once after the last `add`. False when a number is there twice.
    bool finish();
    /// The place at which `number` was added, or -1.
    int place_of(std::int64_t number) const;

private:
    struct Place {
        std::int64_t number;
        int place;
    };
    std::vector<std::int64_t> numbers_;
    std::vector<Place> sorted_; // empty when the numbers run without a gap
};

class TetGatherer {
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
    /// So many more solid elements that are no tets. (Points, edges and triangles are nobody's loss.)
    void leave_aside(Index count) {
        left_aside_ += count;
    }
    /// One more curved tet of which only the corners were taken.
    void straighten() {
        ++straightened_;
    }

    Index vertex_count() const {
        return static_cast<Index>(coordinates_.size() / 3);
    }
    Repaired<TetMesh> mesh() const;

private:
    std::vector<double> coordinates_;
    std::vector<int> corners_;
    Index left_aside_ = 0;
    Index straightened_ = 0;
};

} // namespace limber
