// SPDX-License-Identifier: MIT
#include "app/rendering/gpu_mesh.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

std::size_t size(int count) {
    return static_cast<std::size_t>(count);
}

// in_position, in_tangent_s, in_tangent_t: see skinning.vert.
void describe_vertices(const GpuMesh& mesh) {
    constexpr std::size_t stride = sizeof(SkinVertex);
    add_attribute(mesh.array, mesh.vertices, {0, 3, stride, offsetof(SkinVertex, position)});
    add_attribute(mesh.array, mesh.vertices, {1, 3, stride, offsetof(SkinVertex, tangent_s)});
    add_attribute(mesh.array, mesh.vertices, {2, 3, stride, offsetof(SkinVertex, tangent_t)});
    glBindVertexArray(0);
}

// Uploads a part of the skin's data, which count as one array of bytes.
class SkinUploader {
public:
    SkinUploader(GpuMesh& mesh, std::size_t bytes) : mesh_(mesh), left_(bytes) {}

    void send_to_buffer(const GlBuffer& buffer, std::span<const std::byte> bytes) {
        const auto [from, length] = next_range(bytes.size(), left_);
        fill_range(buffer, bytes.subspan(from, length), from);
    }
    // Uploads whole rows of texels.
    void send_to_texture(const LongTexture& texture, std::span<const float> xyz) {
        const std::size_t row = 3 * sizeof(float) * static_cast<std::size_t>(long_texture_width);
        const std::size_t requested = std::min(left_, xyz.size_bytes());
        const auto [from, length] = next_range(xyz.size_bytes(), (requested + row - 1) / row * row);
        fill_rows(texture, xyz.subspan(from / sizeof(float), length / sizeof(float)), static_cast<int>(from / row));
    }

    void send_pictures(const GpuMaterials& gpu, const PictureLayers& layers) {
        for (std::size_t level = 0; level < layers.levels.size(); ++level) {
            for (int picture = 0; picture < layers.count; ++picture) {
                send_picture(*gpu.pictures, layers, level, picture);
            }
        }
    }

private:
    // Uploads whole rows of pixels.
    void send_picture(const PictureArray& array, const PictureLayers& layers, std::size_t level, int picture) {
        const auto side = static_cast<std::size_t>(layers.side(level));
        const std::size_t row = 4 * side;
        const std::size_t requested = std::min(left_, row * side);
        const auto [from, length] = next_range(row * side, (requested + row - 1) / row * row);
        const auto all = std::span(layers.levels[level]).subspan(static_cast<std::size_t>(picture) * row * side);
        fill_rows(array, PictureRows{static_cast<int>(level), picture, static_cast<int>(side),
                                     static_cast<int>(from / row), all.subspan(from, length)});
    }

    // The offset and length of the part to be uploaded now, within the next `total` bytes of the skin.
    std::pair<std::size_t, std::size_t> next_range(std::size_t total, std::size_t requested) {
        const std::size_t end = passed_ + total;
        const std::size_t from = std::clamp(mesh_.bytes_sent, passed_, end) - passed_;
        const std::size_t length = mesh_.bytes_sent < passed_ ? 0 : std::min(requested, total - from);
        mesh_.bytes_sent += length;
        left_ -= std::min(left_, length);
        passed_ = end;
        return {from, length};
    }

    GpuMesh& mesh_;
    std::size_t left_;
    std::size_t passed_ = 0;
};

std::size_t bytes_of(const SkinMaterials& materials) {
    return std::as_bytes(std::span(materials.places)).size() + (materials.pictures ? materials.pictures->bytes() : 0);
}

std::size_t bytes_of(const SkinGeometry& skin) {
    return (skin.materials ? bytes_of(*skin.materials) : 0) + std::as_bytes(std::span(skin.vertices)).size() +
           std::as_bytes(std::span(skin.triangles)).size() + std::as_bytes(std::span(skin.weights)).size();
}

std::size_t bytes_of(const TetGeometry& tets) {
    return std::as_bytes(std::span(tets.faces)).size() + std::as_bytes(std::span(tets.tets)).size() +
           std::as_bytes(std::span(tets.at_rest)).size();
}

GpuTets make_gpu_tets(const TetGeometry& tets, const GlBuffer& vertices) {
    GpuTets made{.faces = make_quadruple_index_texel_buffer(),
                 .tets = make_quadruple_index_texel_buffer(),
                 .at_rest = make_float_texel_buffer(),
                 .vertex_texels = make_texture(),
                 .face_count = static_cast<int>(tets.faces.size()),
                 .boundary_faces = static_cast<int>(tets.boundary_faces)};
    allocate(made.faces.buffer, std::as_bytes(std::span(tets.faces)).size());
    allocate(made.tets.buffer, std::as_bytes(std::span(tets.tets)).size());
    allocate(made.at_rest.buffer, std::as_bytes(std::span(tets.at_rest)).size());
    show_as_float_texels(made.vertex_texels, vertices);
    return made;
}

GpuMaterials make_gpu_materials(const SkinMaterials& materials) {
    GpuMaterials made{make_buffer(), make_float_texel_buffer()};
    allocate(made.places, std::as_bytes(std::span(materials.places)).size());
    fill(made.materials.buffer, std::span<const SkinMaterial>(materials.materials));
    if (materials.pictures) {
        made.pictures = make_picture_array(materials.pictures->size, materials.pictures->count,
                                           static_cast<int>(materials.pictures->levels.size()));
    }
    return made;
}

std::optional<Error> fault_in(const SkinMaterials& materials) {
    const PictureLayers* const pictures = materials.pictures.get();
    const bool is_too_much = pictures && (static_cast<std::size_t>(pictures->count) > picture_array_count_max() ||
                                          pictures->size > picture_array_side_max());
    return is_too_much ? std::optional(Error{ErrorKind::bad_input,
                                             "the surface has " + std::to_string(pictures->count) +
                                                 " pictures, which are more than the graphics driver can hold; join "
                                                 "them into fewer",
                                             "pictures"})
                       : std::nullopt;
}

std::size_t longest_buffer(const SkinGeometry& skin, const TetGeometry& tets) {
    constexpr std::size_t floats = sizeof(SkinVertex) / sizeof(float);
    return std::max({floats * skin.vertices.size(), 2 * tets.faces.size(), 4 * tets.at_rest.size()});
}
static_assert(sizeof(SkinVertex) == 13 * sizeof(float)); // tet_faces.vert

} // namespace

Result<GpuMesh> make_gpu_mesh(SkinGeometryPtr skin, TetGeometryPtr tets) {
    EXPECTS(skin);
    const std::size_t texels = skin->weights.size() / 3;
    if (texels > long_texture_texels_max()) {
        return Error{ErrorKind::bad_input,
                     "the skin has " + std::to_string(texels) + " weights and the graphics driver holds " +
                         std::to_string(long_texture_texels_max()) + "; use fewer modes",
                     "modes"};
    }
    if (tets && longest_buffer(*skin, *tets) > texel_buffer_texels_max()) {
        return Error{ErrorKind::bad_input,
                     "the body has " + std::to_string(tets->tets.size()) +
                         " tets, which are more than the graphics driver can hold; draw its surface",
                     "mesh"};
    }
    if (const auto fault = skin->materials ? fault_in(*skin->materials) : std::nullopt) {
        return *fault;
    }
    GpuMesh made{.array = make_vertex_array(),
                 .vertices = make_buffer(),
                 .scalars = make_buffer(),
                 .triangles = make_buffer(),
                 .weights = make_long_texture(texels),
                 .labels = make_index_texel_buffer(),
                 .triangle_texels = make_texture(),
                 .vertex_count = static_cast<int>(skin->vertices.size()),
                 .index_count = static_cast<int>(skin->triangles.size()),
                 .bone_count = skin->bone_count,
                 .mode_count = skin->mode_count,
                 .target_count = skin->target_count,
                 .morphs_first = skin->morphs_first};
    allocate(made.vertices, std::as_bytes(std::span(skin->vertices)).size());
    allocate(made.triangles, std::as_bytes(std::span(skin->triangles)).size());
    fill(made.scalars, std::span<const float>(std::vector<float>(size(made.vertex_count), 0.0F)));
    show_as_index_texels(made.triangle_texels, made.triangles);
    describe_vertices(made);
    if (tets) {
        made.tets = make_gpu_tets(*tets, made.vertices);
    }
    if (skin->materials) {
        EXPECTS(skin->materials->places.size() == skin->vertices.size());
        made.materials = make_gpu_materials(*skin->materials);
    }
    made.unsent = std::move(skin);
    made.unsent_tets = std::move(tets);
    return made;
}

bool send_more(GpuMesh& mesh, std::size_t bytes) {
    if (!mesh.unsent) {
        return true;
    }
    const SkinGeometryPtr skin = mesh.unsent;
    SkinUploader unsent(mesh, std::max<std::size_t>(bytes, 1));
    unsent.send_to_buffer(mesh.vertices, std::as_bytes(std::span(skin->vertices)));
    unsent.send_to_buffer(mesh.triangles, std::as_bytes(std::span(skin->triangles)));
    unsent.send_to_texture(mesh.weights, skin->weights);
    if (mesh.materials) {
        unsent.send_to_buffer(mesh.materials->places, std::as_bytes(std::span(skin->materials->places)));
        if (skin->materials->pictures) {
            unsent.send_pictures(*mesh.materials, *skin->materials->pictures);
        }
    }
    const TetGeometryPtr tets = mesh.unsent_tets;
    if (tets) {
        unsent.send_to_buffer(mesh.tets->faces.buffer, std::as_bytes(std::span(tets->faces)));
        unsent.send_to_buffer(mesh.tets->tets.buffer, std::as_bytes(std::span(tets->tets)));
        unsent.send_to_buffer(mesh.tets->at_rest.buffer, std::as_bytes(std::span(tets->at_rest)));
    }
    if (mesh.bytes_sent == bytes_of(*skin) + (tets ? bytes_of(*tets) : 0)) {
        mesh.unsent.reset();
        mesh.unsent_tets.reset();
    }
    return !mesh.unsent;
}

void set_mesh_scalars(GpuMesh& mesh, std::span<const float> scalars) {
    EXPECTS(scalars.size() == size(mesh.vertex_count));
    fill(mesh.scalars, scalars);
    mesh.has_scalars = true;
}

void set_mesh_labels(GpuMesh& mesh, std::span<const std::uint32_t> labels) {
    EXPECTS(3 * labels.size() == size(mesh.index_count));
    fill(mesh.labels.buffer, labels);
    mesh.has_labels = true;
}

} // namespace limber::app
