// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_builder.h"

#include <algorithm>

namespace limber {

void VertexNumbers::add(std::int64_t number) {
    numbers_.push_back(number);
}

bool VertexNumbers::finish() {
    const auto leaves_gap = [](std::int64_t a, std::int64_t b) {
        return a < 0 || b < 0 || b != a + 1;
    };
    if (std::adjacent_find(numbers_.begin(), numbers_.end(), leaves_gap) == numbers_.end()) {
        return true;
    }
    for (const std::int64_t number : numbers_) {
        sorted_.push_back({number, static_cast<int>(sorted_.size())});
    }
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [](const Entry& a, const Entry& b) { return a.number < b.number; });
    const auto are_equal = [](const Entry& a, const Entry& b) {
        return a.number == b.number;
    };
    return std::adjacent_find(sorted_.begin(), sorted_.end(), are_equal) == sorted_.end();
}

int VertexNumbers::index_of(std::int64_t number) const {
    if (numbers_.empty()) {
        return -1;
    }
    if (sorted_.empty()) {
        const bool is_here = number >= numbers_.front() && number <= numbers_.back();
        return is_here ? static_cast<int>(number - numbers_.front()) : -1;
    }
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), number,
                                        [](const Entry& a, std::int64_t b) { return a.number < b; });
    return found != sorted_.end() && found->number == number ? found->index : -1;
}

Repaired<TetMesh> TetMeshBuilder::mesh() const {
    Repaired<TetMesh> mesh;
    mesh.value.X = Eigen::Map<const Points>(coordinates_.data(), vertex_count(), 3);
    mesh.value.T = Eigen::Map<const Tets>(corners_.data(), static_cast<Index>(corners_.size() / 4), 4);
    if (curved_ > 0) {
        mesh.warnings.push_back(std::to_string(curved_) +
                                " tets are curved (of second or higher order): only their corners are used");
    }
    if (skipped_ > 0) {
        mesh.warnings.push_back(std::to_string(skipped_) +
                                " solid elements are no tetrahedra (hexahedra, prisms, pyramids) and are left aside");
    }
    return mesh;
}

} // namespace limber
