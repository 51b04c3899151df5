// SPDX-License-Identifier: MIT
#include "app/character_files/largest_part.h"

#include "app/character/file_tet_values.h"
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"

#include <memory>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// The part with the largest volume.
int largest_part(const TetMesh& mesh, const Components& parts) {
    const Vector volumes = tet_volumes(mesh);
    Vector sums = Vector::Zero(parts.count);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        sums(parts.of_tet[static_cast<std::size_t>(t)]) += volumes(t);
    }
    Index largest = 0;
    sums.maxCoeff(&largest);
    return static_cast<int>(largest);
}

struct CutPart {
    TetMesh mesh;
    TetPart numbers; // in the whole mesh
};

// Vertices are in the order of their first use, as in the scenes whose paint counts them.
CutPart cut_out(const TetMesh& all, std::vector<int> tets) {
    std::vector<int> place(static_cast<std::size_t>(all.vertex_count()), -1);
    std::vector<int> vertices;
    Tets corners = all.T(tets, Eigen::all);
    for (Index t = 0; t < corners.rows(); ++t) {
        for (int& vertex : corners.row(t)) {
            int& number = place[static_cast<std::size_t>(vertex)];
            if (number < 0) {
                number = static_cast<int>(vertices.size());
                vertices.push_back(vertex);
            }
            vertex = number;
        }
    }
    TetMesh mesh{all.X(vertices, Eigen::all), std::move(corners)};
    return {std::move(mesh), {std::move(vertices), std::move(tets)}};
}

} // namespace

void keep_largest_part(Character& character) {
    const Components parts = connected_components(character.mesh.T, character.mesh.vertex_count());
    const TetMesh all = std::move(character.mesh);
    const int largest = largest_part(all, parts);
    std::vector<int> kept;
    std::vector<int> removed;
    for (std::size_t t = 0; t < parts.of_tet.size(); ++t) {
        (parts.of_tet[t] == largest ? kept : removed).push_back(static_cast<int>(t));
    }
    CutPart part = cut_out(all, std::move(kept));
    character.mesh = std::move(part.mesh);
    if (!removed.empty()) {
        character.removed_parts = std::make_shared<const TetMesh>(cut_out(all, std::move(removed)).mesh);
        std::erase(character.warnings_of[Stage::mesh], warning_of_pieces(parts.count));
    }
    if (is_tet_mesh_file(character.description.mesh)) {
        character.file_tets = std::make_shared<const FileTetValues>(all, std::move(part.numbers));
    }
}

} // namespace limber::app
