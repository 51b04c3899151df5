#include "app/rendering/crowd.h"

#include <glad/gl.h>

#include <algorithm>

namespace limber::app {
namespace {

constexpr std::size_t texels_a_vertex = 2; // SkinnedVertex

// Scalars or labels that were never set are not shown.
Paint paint_of(const GpuMesh& mesh, Paint command) {
    const bool needs_scalars = command == Paint::scalar || command == Paint::tinted;
    const bool needs_labels = command == Paint::labels || command == Paint::tinted;
    const bool is_missing = (needs_scalars && !mesh.has_scalars) || (needs_labels && !mesh.has_labels);
    return is_missing ? Paint::flesh : command;
}

// As common/skin.glsl reads it.
void append_look(const GpuMesh& mesh, const DrawItem& item, std::vector<float>& looks) {
    looks.insert(looks.end(), {item.colour.r, item.colour.g, item.colour.b, item.opacity,
                               static_cast<float>(paint_of(mesh, item.paint)), item.tint, 0.0F, 0.0F});
}

template <typename Wanted>
Members append_members(const Crowd& crowd, std::vector<float>& list, Wanted wanted) {
    const auto first = static_cast<int>(list.size());
    for (std::size_t i = 0; i < crowd.items.size(); ++i) {
        if (wanted(*crowd.items[i])) {
            list.push_back(static_cast<float>(i));
        }
    }
    return {first, static_cast<int>(list.size()) - first};
}

bool is_ghost(const DrawItem& item) {
    return item.opacity < 1.0F && item.opacity > 0.0F;
}

} // namespace

std::vector<Crowd> crowds_of(const std::vector<DrawItem>& items, std::size_t texels_max,
                             const std::function<const GpuMesh&(MeshHandle)>& mesh_of) {
    std::vector<Crowd> crowds;
    for (const DrawItem& item : items) {
        const GpuMesh* mesh = &mesh_of(item.mesh);
        const GpuMesh* fading = item.fading == MeshHandle{} ? nullptr : &mesh_of(item.fading);
        const std::size_t texels = texels_a_vertex * static_cast<std::size_t>(mesh->vertex_count);
        const auto same = std::ranges::find_if(crowds, [&](const Crowd& crowd) {
            return crowd.mesh == mesh && crowd.fading == fading && (crowd.items.size() + 1) * texels <= texels_max;
        });
        if (same != crowds.end()) {
            same->items.push_back(&item);
        } else {
            crowds.push_back({mesh, fading, nullptr, {&item}, {}, {}, {}, {}});
        }
    }
    return crowds;
}

void fill_looks(Crowd& crowd) {
    std::vector<float> looks;
    std::vector<float> list;
    for (const DrawItem* item : crowd.items) {
        append_look(*crowd.mesh, *item, looks);
    }
    crowd.casting = append_members(crowd, list, [](const DrawItem& item) { return item.casts_shadow; });
    crowd.solid = append_members(crowd, list, [](const DrawItem& item) { return item.opacity >= 1.0F; });
    crowd.outlined = append_members(crowd, list, [](const DrawItem& item) { return item.outlined; });
    const Members ghosts = append_members(crowd, list, is_ghost);
    for (int i = 0; i < ghosts.count; ++i) {
        crowd.ghosts.push_back({ghosts.first + i, 1});
    }
    fill(crowd.skinned->looks.buffer, std::span<const float>(looks), true);
    fill(crowd.skinned->members, std::span<const float>(list), true);
}

void bind_skin(const ShaderProgram& program, int unit, const Crowd& crowd) {
    bind_texel_buffer(unit, crowd.skinned->vertices);
    program.set("u_skin", unit);
    program.set("u_vertex_count", crowd.mesh->vertex_count);
}

void bind_looks(const ShaderProgram& program, int unit, const Crowd& crowd) {
    bind_texel_buffer(unit, crowd.skinned->looks);
    program.set("u_looks", unit);
}

void draw_members(const Crowd& crowd, const Members& members) {
    if (members.count == 0) {
        return;
    }
    const std::size_t offset = sizeof(float) * static_cast<std::size_t>(members.first);
    add_attribute(crowd.skinned->array, crowd.skinned->members, {2, 1, sizeof(float), offset, true});
    draw_triangles(crowd.mesh->index_count, members.count);
    glBindVertexArray(0);
}

} // namespace limber::app
