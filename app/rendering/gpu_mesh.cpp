#include "app/rendering/gpu_mesh.h"

#include "app/rendering/skin_geometry.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace limber::app {
namespace {

std::size_t size(int count) {
    return static_cast<std::size_t>(count);
}

void expect_sizes(const DrawnMesh& mesh) {
    EXPECTS(mesh.vertex_count >= 0 && mesh.bone_count >= 0 && mesh.mode_count >= 0);
    EXPECTS(mesh.positions.size() == 3 * size(mesh.vertex_count));
    EXPECTS(mesh.triangles.size() % 3 == 0);
    EXPECTS(mesh.rig_weights.size() == size(mesh.vertex_count) * size(mesh.bone_count));
    EXPECTS(mesh.mode_weights.size() == size(mesh.vertex_count) * size(mesh.mode_count));
    EXPECTS(mesh.colours.empty() || mesh.colours.size() == mesh.positions.size());
    EXPECTS(std::all_of(mesh.triangles.begin(), mesh.triangles.end(),
                        [&mesh](std::uint32_t v) { return v < static_cast<std::uint32_t>(mesh.vertex_count); }));
}

// in_position, in_tangent_s, in_tangent_t: see skinning.vert.
void describe_vertices(const GpuMesh& mesh) {
    constexpr std::size_t stride = sizeof(SkinVertex);
    add_attribute(mesh.array, mesh.vertices, {0, 3, stride, offsetof(SkinVertex, position)});
    add_attribute(mesh.array, mesh.vertices, {1, 3, stride, offsetof(SkinVertex, tangent_s)});
    add_attribute(mesh.array, mesh.vertices, {2, 3, stride, offsetof(SkinVertex, tangent_t)});
    glBindVertexArray(0);
}

} // namespace

Result<GpuMesh> make_gpu_mesh(const DrawnMesh& mesh) {
    expect_sizes(mesh);
    const std::size_t texels = size(mesh.vertex_count) * size(mesh.bone_count + mesh.mode_count);
    if (texels > long_texture_texels_max()) {
        return Error{ErrorKind::bad_input,
                     "the skin has " + std::to_string(texels) + " weights and the graphics driver holds " +
                         std::to_string(long_texture_texels_max()) + "; use fewer modes",
                     "modes"};
    }
    const SkinGeometry skin = skin_geometry(mesh);
    GpuMesh made{.array = make_vertex_array(),
                 .vertices = make_buffer(),
                 .scalars = make_buffer(),
                 .triangles = make_buffer(),
                 .weights = make_long_texture(skin.weights),
                 .labels = make_index_texel_buffer(),
                 .vertex_count = mesh.vertex_count,
                 .index_count = static_cast<int>(mesh.triangles.size()),
                 .bone_count = mesh.bone_count,
                 .mode_count = mesh.mode_count};
    fill(made.vertices, std::span<const SkinVertex>(skin.vertices));
    fill(made.triangles, std::span<const std::uint32_t>(mesh.triangles));
    fill(made.scalars, std::span<const float>(std::vector<float>(size(mesh.vertex_count), 0.0F)));
    describe_vertices(made);
    return made;
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
