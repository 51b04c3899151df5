// SPDX-License-Identifier: MIT
#include "app/character/region_parts.h"

#include <cmath>

namespace limber::app {
namespace {

// Per label and vertex: the number of its tets with that label. The last row: of all its tets.
Matrix tet_counts(const Character& character, Index label_count) {
    Matrix counts = Matrix::Zero(label_count + 1, character.vertex_count());
    for (Index t = 0; t < character.mesh.tet_count(); ++t) {
        const Index label = character.material_labels[static_cast<std::size_t>(t)];
        for (const int vertex : character.mesh.T.row(t)) {
            counts(label, vertex) += 1.0;
            counts(label_count, vertex) += 1.0;
        }
    }
    return counts;
}

} // namespace

std::optional<std::vector<MaterialPart>> parts_of_regions(const Character& character) {
    const std::vector<MaterialRegion>& regions = character.description.material.regions;
    const auto label_count = static_cast<Index>(regions.size());
    const Matrix counts = tet_counts(character, label_count);
    std::vector<MaterialPart> parts;
    for (Index label = 0; label < label_count; ++label) {
        const MaterialRegion& region = regions[static_cast<std::size_t>(label)];
        const bool has_tets = (counts.row(label).array() > 0.0).any();
        if (!has_tets || (region.young_factor == 1.0 && region.density_factor == 1.0)) {
            continue;
        }
        PaintLevels levels;
        for (const int vertex : character.boundary_vertices) {
            levels.push_back(
                static_cast<std::uint8_t>(std::lround(255.0 * counts(label, vertex) / counts(label_count, vertex))));
        }
        PaintedRegion painted(std::move(levels));
        if (painted.is_blank()) {
            return std::nullopt;
        }
        parts.push_back({region.name, std::move(painted), region.young_factor, region.density_factor});
    }
    return parts;
}

} // namespace limber::app
