#include "app/rendering/skinning_pass.h"

#include "app/rendering/skin_geometry.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// The maps of this frame: bones, modes, and those that fade; three texels a map.
void fill_maps(const TexelBuffer& buffer, const DrawnMaps& maps) {
    std::vector<float> rows = maps.bones;
    rows.insert(rows.end(), maps.modes.begin(), maps.modes.end());
    rows.insert(rows.end(), maps.fading.begin(), maps.fading.end());
    rows.resize(std::max<std::size_t>(rows.size(), 4)); // a buffer texture of nothing is undefined
    fill(buffer.buffer, std::span<const float>(rows), true);
}

void make_room_for_skin(const GlBuffer& buffer, int vertex_count) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(sizeof(SkinnedVertex)) * vertex_count, nullptr,
                 GL_STREAM_COPY);
}

void describe(const GpuMesh& mesh, const SkinnedMesh& skinned) {
    constexpr std::size_t moving = sizeof(SkinnedVertex);
    constexpr std::size_t resting = sizeof(SkinVertex);
    add_attribute(skinned.array, skinned.vertices, {0, 3, moving, offsetof(SkinnedVertex, position)});
    add_attribute(skinned.array, skinned.vertices, {1, 3, moving, offsetof(SkinnedVertex, normal)});
    add_attribute(skinned.array, mesh.vertices, {2, 4, resting, offsetof(SkinVertex, colour)});
    add_attribute(skinned.array, mesh.scalars, {3, 1, sizeof(float), 0});
    glBindVertexArray(skinned.array.name());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.triangles.name());
    glBindVertexArray(0);
}
static_assert(offsetof(SkinVertex, has_colour) == offsetof(SkinVertex, colour) + 3 * sizeof(float));

} // namespace

SkinnedMesh make_skinned_mesh() {
    return {make_vertex_array(), make_buffer(), make_float_texel_buffer()};
}

SkinningPass::SkinningPass(ShaderProgram program) : program_(std::move(program)) {}

Result<SkinningPass> SkinningPass::create(const std::filesystem::path& shader_folder) {
    auto program = ShaderProgram::load_capturing(shader_folder, "skinning", {"v_position", "v_normal"});
    if (!program) {
        return program.error();
    }
    return SkinningPass(std::move(program).value());
}

void SkinningPass::run(const GpuMesh& mesh, const GpuMesh* fading, const DrawItem& item,
                       const SkinnedMesh& skinned) const {
    EXPECTS(!fading || fading->vertex_count == mesh.vertex_count);
    EXPECTS(item.maps.fading.size() == 12 * static_cast<std::size_t>(fading ? fading->mode_count : 0));
    EXPECTS(item.maps.bones.size() == 12 * static_cast<std::size_t>(mesh.bone_count));
    EXPECTS(item.maps.modes.size() == 12 * static_cast<std::size_t>(mesh.mode_count));
    fill_maps(skinned.maps, item.maps);
    make_room_for_skin(skinned.vertices, mesh.vertex_count);
    describe(mesh, skinned);
    program_.use();
    bind_plane(0, mesh.weights.texture);
    bind_texel_buffer(1, skinned.maps);
    program_.set("u_weights", 0);
    program_.set("u_maps", 1);
    program_.set("u_map_count", mesh.map_count());
    bind_plane(2, (fading ? *fading : mesh).weights.texture);
    program_.set("u_fading_weights", 2);
    program_.set("u_fading",
                 fading ? glm::ivec3(fading->mode_count, fading->map_count(), fading->bone_count) : glm::ivec3(0));
    program_.set("u_offset", item.offset);
    glEnable(GL_RASTERIZER_DISCARD);
    glBindVertexArray(mesh.array.name());
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, skinned.vertices.name());
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, mesh.vertex_count);
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
    glBindVertexArray(0);
}

} // namespace limber::app
