// SPDX-License-Identifier: MIT
#include "app/rendering/skinning_pass.h"

#include "app/geometry/skin_geometry.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

constexpr std::size_t floats_per_map = 12;
constexpr std::size_t floats_per_texel = 4;
constexpr int texels_per_target = 4;

std::span<const float> map_of_target(const DrawItem& item, int target) {
    return std::span(item.maps.targets).subspan(floats_per_map * static_cast<std::size_t>(target), floats_per_map);
}

// s_t of a mesh whose targets come first.
float weight_of_target(const DrawItem& item, int target) {
    const auto index = static_cast<std::size_t>(target);
    return index < item.maps.target_weights.size() ? item.maps.target_weights[index] : 0.0F;
}

// The targets with an effect on an item.
std::vector<int> targets_in_use(const std::vector<const DrawItem*>& items, int target_count) {
    std::vector<int> used;
    for (int target = 0; target < target_count; ++target) {
        const auto moves = [target](const DrawItem* item) {
            return weight_of_target(*item, target) != 0.0F ||
                   std::ranges::any_of(map_of_target(*item, target), [](float value) { return value != 0.0F; });
        };
        if (std::ranges::any_of(items, moves)) {
            used.push_back(target);
        }
    }
    return used;
}

// Appends an instance: its offset, the maps of its bones, of its modes, and of the fading modes; then of each target in
// use its index and weight, and its map.
void append_instance(const DrawItem& item, const std::vector<int>& targets, std::vector<float>& rows) {
    rows.insert(rows.end(), {item.offset.x, item.offset.y, item.offset.z, 0.0F});
    for (const auto* maps : {&item.maps.bones, &item.maps.modes, &item.maps.fading}) {
        rows.insert(rows.end(), maps->begin(), maps->end());
    }
    for (const int target : targets) {
        rows.insert(rows.end(), {static_cast<float>(target), weight_of_target(item, target), 0.0F, 0.0F});
        const auto map = map_of_target(item, target);
        rows.insert(rows.end(), map.begin(), map.end());
    }
}

// Uploads the maps of this frame. Returns the number of texels per instance.
int fill_maps(const TexelBuffer& buffer, const std::vector<const DrawItem*>& items, const std::vector<int>& targets) {
    std::vector<float> rows;
    for (const DrawItem* item : items) {
        append_instance(*item, targets, rows);
    }
    fill(buffer.buffer, std::span<const float>(rows), true);
    return static_cast<int>(rows.size() / floats_per_texel / items.size());
}

void allocate_skin(const GlBuffer& buffer, std::size_t vertices) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.name());
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(sizeof(DeformedVertex) * vertices), nullptr,
                 GL_STREAM_COPY);
}

void describe(const GpuMesh& mesh, const SkinnedMesh& skinned) {
    add_attribute(skinned.array, mesh.vertices, {0, 4, sizeof(SkinVertex), offsetof(SkinVertex, colour)});
    add_attribute(skinned.array, mesh.scalars, {1, 1, sizeof(float), 0});
    if (mesh.materials) {
        add_attribute(skinned.array, mesh.materials->places, {3, 3, sizeof(MaterialPlace), 0});
    } else {
        remove_attribute(skinned.array, 3);
    }
    glBindVertexArray(skinned.array.name());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.triangles.name());
    glBindVertexArray(0);
}
static_assert(offsetof(SkinVertex, has_colour) == offsetof(SkinVertex, colour) + 3 * sizeof(float));
static_assert(sizeof(MaterialPlace) == 3 * sizeof(float));
static_assert(sizeof(DeformedVertex) == 6 * sizeof(float)); // two texels of common/skin.glsl

void expect_maps(const GpuMesh& mesh, const GpuMesh* fading, const DrawnMaps& maps) {
    EXPECTS(maps.fading.size() == floats_per_map * static_cast<std::size_t>(fading ? fading->mode_count : 0));
    EXPECTS(maps.bones.size() == floats_per_map * static_cast<std::size_t>(mesh.bone_count));
    EXPECTS(maps.targets.size() == floats_per_map * static_cast<std::size_t>(mesh.target_count));
    EXPECTS(maps.modes.size() == floats_per_map * static_cast<std::size_t>(mesh.mode_count));
    EXPECTS(!mesh.morphs_first || maps.target_weights.size() == static_cast<std::size_t>(mesh.target_count));
}

} // namespace

SkinnedMesh make_skinned_mesh() {
    return {make_vertex_array(), make_triple_texel_buffer(), make_float_texel_buffer(), make_float_texel_buffer(),
            make_buffer()};
}

SkinningPass::SkinningPass(ShaderProgram program) : program_(std::move(program)) {}

Result<SkinningPass> SkinningPass::create(const std::filesystem::path& shader_folder) {
    auto program = ShaderProgram::load_capturing(shader_folder, "skinning", {"v_position", "v_normal"});
    if (!program) {
        return program.error();
    }
    return SkinningPass(std::move(program).value());
}

void SkinningPass::upload(const GpuMesh& mesh, const DeformedSkin& skin, const SkinnedMesh& skinned) {
    EXPECTS(skin.vertices.size() == static_cast<std::size_t>(mesh.vertex_count));
    fill(skinned.vertices.buffer, std::span<const DeformedVertex>(skin.vertices), true);
    describe(mesh, skinned);
}

void SkinningPass::run(const GpuMesh& mesh, const GpuMesh* fading, const std::vector<const DrawItem*>& items,
                       const SkinnedMesh& skinned) const {
    EXPECTS(!items.empty() && (!fading || fading->vertex_count == mesh.vertex_count));
    for (const DrawItem* item : items) {
        expect_maps(mesh, fading, item->maps);
    }
    const std::vector<int> targets = targets_in_use(items, mesh.target_count);
    const auto target_count = static_cast<int>(targets.size());
    const int texels = fill_maps(skinned.maps, items, targets);
    allocate_skin(skinned.vertices.buffer, items.size() * static_cast<std::size_t>(mesh.vertex_count));
    describe(mesh, skinned);
    program_.use();
    bind_texture(0, mesh.weights.texture);
    bind_texel_buffer(1, skinned.maps);
    program_.set("u_weights", 0);
    program_.set("u_maps", 1);
    program_.set("u_map_count", mesh.map_count());
    program_.set("u_morphed_bone_count", mesh.morphs_first ? mesh.bone_count : 0);
    program_.set("u_columns", mesh.column_count());
    program_.set("u_texels", texels);
    program_.set("u_target_count", target_count);
    program_.set("u_first_target", texels - texels_per_target * target_count);
    bind_texture(2, (fading ? *fading : mesh).weights.texture);
    program_.set("u_fading_weights", 2);
    program_.set("u_fading",
                 fading ? glm::ivec3(fading->mode_count, fading->column_count(), fading->bone_count) : glm::ivec3(0));
    glEnable(GL_RASTERIZER_DISCARD);
    glBindVertexArray(mesh.array.name());
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, skinned.vertices.buffer.name());
    glBeginTransformFeedback(GL_POINTS);
    draw_points(mesh.vertex_count, static_cast<int>(items.size()));
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
    glBindVertexArray(0);
}

} // namespace limber::app
