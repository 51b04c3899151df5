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

private:
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

std::size_t bytes_of(const SkinGeometry& skin) {
    return std::as_bytes(std::span(skin.vertices)).size() + std::as_bytes(std::span(skin.triangles)).size() +
           std::as_bytes(std::span(skin.weights)).size();
}

} // namespace

Result<GpuMesh> make_gpu_mesh(SkinGeometryPtr skin) {
    EXPECTS(skin);
    const std::size_t texels = skin->weights.size() / 3;
    if (texels > long_texture_texels_max()) {
        return Error{ErrorKind::bad_input,
                     "the skin has " + std::to_string(texels) + " weights and the graphics driver holds " +
                         std::to_string(long_texture_texels_max()) + "; use fewer modes",
                     "modes"};
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
                 .mode_count = skin->mode_count};
    allocate(made.vertices, std::as_bytes(std::span(skin->vertices)).size());
    allocate(made.triangles, std::as_bytes(std::span(skin->triangles)).size());
    fill(made.scalars, std::span<const float>(std::vector<float>(size(made.vertex_count), 0.0F)));
    show_as_index_texels(made.triangle_texels, made.triangles);
    describe_vertices(made);
    made.unsent = std::move(skin);
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
    if (mesh.bytes_sent == bytes_of(*skin)) {
        mesh.unsent.reset();
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
