// SPDX-License-Identifier: MIT
#include "app/character_skin/skin.h"

#include "app/character/subspace_transfer.h"
#include "engine/body/body_step.h"
#include "engine/mesh/topology.h"

#include <algorithm>
#include <iterator>
#include <utility>

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
           one.description.look.palette == other.description.look.palette && one.thin_surface == other.thin_surface &&
           same_body(one, other);
}

SkinGeometry file_geometry(const Character& character, const FileSurface& surface,
                           std::shared_ptr<const SkinMaterials> materials) {
    SkinGeometry geometry = skin_geometry(drawn_mesh(surface, character));
    geometry.materials = std::move(materials);
    return geometry;
}

Result<Done> read_surface(const Character& character, GltfReads& files, Skin& skin) {
    auto surface = file_surface(character, files);
    if (!surface) {
        return surface.error();
    }
    skin.file_surface = std::move(surface).value();
    if (skin.file_surface) {
        auto materials = skin_materials(skin.file_surface->look);
        skin.paint_in_file = paint_in_file(character, skin.file_surface.get());
        skin.warnings = skin.file_surface->warnings;
        skin.warnings.insert(skin.warnings.end(), materials.warnings.begin(), materials.warnings.end());
        skin.file_geometry = std::make_shared<const SkinGeometry>(
            file_geometry(character, *skin.file_surface, std::move(materials.value)));
    }
    return Done{};
}

// The pictures are decoded once, and the weights are computed again only where the modes are others.
void show_surface_of(const Skin& before, const Character& character, Skin& skin) {
    skin.file_surface = before.file_surface;
    skin.paint_in_file = before.paint_in_file;
    skin.warnings = before.warnings;
    skin.file_geometry = before.file_geometry;
    if (skin.file_surface && skin.geometry != before.geometry) {
        skin.file_geometry = std::make_shared<const SkinGeometry>(
            file_geometry(character, *skin.file_surface, before.file_geometry->materials));
    }
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

DrawnMesh drawn_mesh(const Character& character, const ThinSurface& surface) {
    DrawnMesh drawn;
    const Points rest = positions_on(surface, character.mesh.X);
    std::transform(rest.data(), rest.data() + rest.size(), std::back_inserter(drawn.positions), rounded);
    std::transform(surface.triangles.data(), surface.triangles.data() + surface.triangles.size(),
                   std::back_inserter(drawn.triangles), [](int vertex) { return static_cast<std::uint32_t>(vertex); });
    drawn.vertex_count = static_cast<int>(surface.vertex_count);
    drawn.rig_weights.assign(static_cast<std::size_t>(surface.vertex_count), 1.0F);
    drawn.bone_count = 1;
    drawn.colours = colours_of(character, vertices_below(surface));
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

SkinGeometry shown_geometry(const Character& character, const FileSurface* surface) {
    if (character.thin_surface) {
        return skin_geometry(drawn_mesh(character, *character.thin_surface));
    }
    return surface ? file_geometry(character, *surface, skin_materials(surface->look).value)
                   : skin_geometry(drawn_mesh(character));
}

Result<std::shared_ptr<const Skin>> skin_of(const Character& character, const Character* previous) {
    GltfReads files(GltfClips::left_out);
    return skin_of(character, previous, files);
}

Result<std::shared_ptr<const Skin>> skin_of(const Character& character, const Character* previous, GltfReads& files) {
    Skin skin;
    const Skin* const before = previous ? previous->skin.get() : nullptr;
    if (before && look_alike(*previous, character)) {
        skin.geometry = before->geometry;
        skin.triangles = before->triangles;
    } else {
        skin.geometry = std::make_shared<const SkinGeometry>(shown_geometry(character, nullptr));
        skin.triangles = character.thin_surface ? character.thin_surface->triangles : over_boundary_vertices(character);
    }
    if (before && previous->description.mesh == character.description.mesh && same_body(*previous, character)) {
        show_surface_of(*before, character, skin);
    } else if (auto read = read_surface(character, files, skin); !read) {
        return read.error();
    }
    if (!character.thin) {
        skin.cluster_labels = cluster_labels(character);
        skin.cluster_sizes = cluster_sizes(character.clusters, tet_volumes(character.mesh));
    }
    skin.outline = SkinOutline(character, up_of(character.description), skin.file_surface.get());
    return std::shared_ptr<const Skin>(std::make_shared<const Skin>(std::move(skin)));
}

} // namespace limber::app
