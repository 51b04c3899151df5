// SPDX-License-Identifier: MIT
#include "app/character/skin.h"

#include "app/character/subspace_transfer.h"
#include "engine/body/body_step.h"
#include "engine/mesh/topology.h"

#include <algorithm>

namespace limber::app {
namespace {

float rounded(double value) {
    return static_cast<float>(value);
}

// The index of each tet mesh vertex among the drawn vertices; -1 for all others.
std::vector<int> drawn_index(const Character& character, const std::vector<int>& drawn) {
    std::vector<int> index(static_cast<std::size_t>(character.vertex_count()), -1);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        index[static_cast<std::size_t>(drawn[i])] = static_cast<int>(i);
    }
    return index;
}

template <typename Rows>
void append_row(const Rows& W, Index row, std::vector<float>& out) {
    for (Index j = 0; j < W.cols(); ++j) {
        out.push_back(rounded(W(row, j)));
    }
}

std::vector<float> colours_of(const Character& character, const std::vector<int>& vertices) {
    std::vector<float> colours;
    if (character.colour_labels.empty()) {
        return colours;
    }
    for (const int v : vertices) {
        const auto label = static_cast<std::size_t>(character.colour_labels[static_cast<std::size_t>(v)]);
        const Colour& colour = character.description.look.palette[label];
        for (const std::uint8_t channel : {colour.red, colour.green, colour.blue}) {
            colours.push_back(static_cast<float>(channel) / 255.0F);
        }
    }
    return colours;
}

Triangles over_boundary_vertices(const Character& character) {
    const auto& vertices = character.boundary_vertices;
    return character.boundary.unaryExpr(
        [&](int vertex) { return static_cast<int>(std::ranges::lower_bound(vertices, vertex) - vertices.begin()); });
}

// Whether both have the same skin in every pose; paint is ignored.
bool look_alike(const Character& one, const Character& other) {
    return one.modes == other.modes && one.linear == other.linear && one.colour_labels == other.colour_labels &&
           one.description.look.palette == other.description.look.palette && same_body(one, other);
}

} // namespace

DrawnMesh drawn_mesh(const Character& character) {
    return drawn_mesh(character, character.boundary_vertices);
}

DrawnMesh drawn_mesh(const Character& character, const std::vector<int>& vertices) {
    DrawnMesh drawn;
    for (const int v : vertices) {
        for (Index axis = 0; axis < 3; ++axis) {
            drawn.positions.push_back(rounded(character.mesh.X(v, axis)));
        }
        append_row(character.rig.W, v, drawn.rig_weights);
        append_row(secondary_weights(character), v, drawn.mode_weights);
        for (const Target& target : character.rig.targets) {
            append_row(target.d, v, drawn.targets);
        }
    }
    const std::vector<int> index = drawn_index(character, vertices);
    for (Index k = 0; k < character.boundary.size(); ++k) {
        const int v = character.boundary.data()[k];
        drawn.triangles.push_back(static_cast<std::uint32_t>(index[static_cast<std::size_t>(v)]));
    }
    drawn.vertex_count = static_cast<int>(vertices.size());
    drawn.bone_count = character.bone_count();
    drawn.target_count = character.rig.target_count();
    drawn.mode_count = static_cast<int>(secondary_weights(character).cols());
    drawn.colours = colours_of(character, vertices);
    return drawn;
}

std::vector<std::uint32_t> cluster_labels(const Character& character) {
    // Boundary triangles come in the order of the tets, so one walk over both finds the tet behind each.
    const Tets neighbours = face_neighbours(character.mesh.T);
    std::vector<std::uint32_t> labels;
    for (Index t = 0; t < neighbours.rows(); ++t) {
        const auto open_faces = (neighbours.row(t).array() < 0).count();
        const auto label = static_cast<std::uint32_t>(character.clusters.of_tet[static_cast<std::size_t>(t)]);
        labels.insert(labels.end(), static_cast<std::size_t>(open_faces), label);
    }
    return labels;
}

std::shared_ptr<const Skin> skin_of(const Character& character, const Character* previous) {
    Skin skin;
    if (previous && previous->skin && look_alike(*previous, character)) {
        skin.geometry = previous->skin->geometry;
        skin.triangles = previous->skin->triangles;
    } else {
        skin.geometry = std::make_shared<const SkinGeometry>(skin_geometry(drawn_mesh(character)));
        skin.triangles = over_boundary_vertices(character);
    }
    skin.cluster_labels = cluster_labels(character);
    skin.cluster_sizes = cluster_sizes(character.clusters, tet_volumes(character.mesh));
    skin.outline = SkinOutline(character, up_of(character.description));
    return std::make_shared<const Skin>(std::move(skin));
}

} // namespace limber::app
