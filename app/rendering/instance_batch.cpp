// SPDX-License-Identifier: MIT
#include "app/rendering/instance_batch.h"

#include <glad/gl.h>

#include <algorithm>

namespace limber::app {
namespace {

constexpr std::size_t texels_per_vertex = 2; // DeformedVertex

// Falls back to flesh when the scalars or labels of the requested paint were never set.
Paint paint_of(const GpuMesh& mesh, Paint requested) {
    const bool needs_scalars = requested == Paint::scalar || requested == Paint::tinted;
    const bool needs_labels = requested == Paint::labels || requested == Paint::tinted;
    const bool is_missing = (needs_scalars && !mesh.has_scalars) || (needs_labels && !mesh.has_labels);
    return is_missing && !mesh.tets ? Paint::flesh : requested;
}

Paint paint_of(const GpuMesh& mesh, const DrawItem& item) {
    const bool lacks_values = item.tets && item.paint == Paint::scalar && !item.tets->values;
    return lacks_values ? Paint::flesh : paint_of(mesh, item.paint);
}

// The layout that common/skin.glsl reads.
void append_look(const GpuMesh& mesh, const DrawItem& item, std::vector<float>& looks) {
    looks.insert(looks.end(),
                 {item.colour.r, item.colour.g, item.colour.b, item.opacity, static_cast<float>(paint_of(mesh, item)),
                  item.tint, static_cast<float>(item.wires), 0.0F});
}

// Behind the look of the one item, four in a texel, as tet_faces.vert reads them.
void append_values(const InstanceBatch& batch, std::vector<float>& looks) {
    const DrawItem& item = *batch.items.front();
    if (!item.tets || !item.tets->values) {
        return;
    }
    const std::vector<float>& values = *item.tets->values;
    EXPECTS(values.size() == static_cast<std::size_t>(batch.mesh->vertex_count));
    looks.insert(looks.end(), values.begin(), values.end());
    looks.resize((looks.size() + 3) / 4 * 4);
}

template <typename Wanted>
InstanceRange append_range(const InstanceBatch& batch, std::vector<float>& list, Wanted wanted) {
    const auto first = static_cast<int>(list.size());
    for (std::size_t i = 0; i < batch.items.size(); ++i) {
        if (wanted(*batch.items[i])) {
            list.push_back(static_cast<float>(i));
        }
    }
    return {first, static_cast<int>(list.size()) - first};
}

bool is_transparent(const DrawItem& item) {
    return item.opacity < 1.0F && item.opacity > 0.0F && item.wires != Wires::alone;
}

} // namespace

std::vector<InstanceBatch> instance_batches(const std::vector<DrawItem>& items, std::size_t texels_max,
                                            const std::function<const GpuMesh&(MeshHandle)>& mesh_of) {
    std::vector<InstanceBatch> batches;
    for (const DrawItem& item : items) {
        const GpuMesh* mesh = &mesh_of(item.mesh);
        const GpuMesh* fading = item.fading == MeshHandle{} ? nullptr : &mesh_of(item.fading);
        const std::size_t texels = texels_per_vertex * static_cast<std::size_t>(mesh->vertex_count);
        const auto same = std::ranges::find_if(batches, [&](const InstanceBatch& batch) {
            const bool has_own_vertices = item.deformed || batch.items.front()->deformed;
            return !has_own_vertices && batch.mesh == mesh && batch.fading == fading &&
                   (batch.items.size() + 1) * texels <= texels_max;
        });
        if (same != batches.end()) {
            same->items.push_back(&item);
        } else {
            batches.push_back({mesh, fading, nullptr, {&item}, {}, {}, {}, {}, {}, {}});
        }
    }
    return batches;
}

void upload_looks(InstanceBatch& batch) {
    std::vector<float> looks;
    std::vector<float> list;
    for (const DrawItem* item : batch.items) {
        append_look(*batch.mesh, *item, looks);
    }
    append_values(batch, looks);
    const auto append = [&](auto is_wanted) {
        return append_range(batch, list, [&](const DrawItem& item) { return !item.tets && is_wanted(item); });
    };
    batch.shadow_casters = append([](const DrawItem& item) { return item.casts_shadow; });
    batch.solid = append([](const DrawItem& item) { return item.opacity >= 1.0F && item.wires != Wires::alone; });
    batch.outlined = append([](const DrawItem& item) { return item.outlined; });
    batch.wires = append([](const DrawItem& item) { return item.wires == Wires::alone; });
    const InstanceRange transparent = append(is_transparent);
    for (int i = 0; i < transparent.count; ++i) {
        batch.transparent.push_back({transparent.first + i, 1});
    }
    batch.tets = append_range(batch, list, [](const DrawItem& item) { return item.tets.has_value(); });
    EXPECTS(batch.tets.count == 0 || (batch.items.size() == 1 && batch.mesh->tets));
    fill(batch.skinned->looks.buffer, std::span<const float>(looks), true);
    fill(batch.skinned->members, std::span<const float>(list), true);
}

void bind_skin(const ShaderProgram& program, int unit, const InstanceBatch& batch) {
    bind_texel_buffer(unit, batch.skinned->vertices);
    program.set("u_skin", unit);
    program.set("u_vertex_count", batch.mesh->vertex_count);
}

void bind_looks(const ShaderProgram& program, int unit, const InstanceBatch& batch) {
    bind_texel_buffer(unit, batch.skinned->looks);
    program.set("u_looks", unit);
}

void draw_instances(const InstanceBatch& batch, const InstanceRange& members) {
    if (members.count == 0) {
        return;
    }
    const std::size_t offset = sizeof(float) * static_cast<std::size_t>(members.first);
    add_attribute(batch.skinned->array, batch.skinned->members, {2, 1, sizeof(float), offset, true});
    draw_triangles(batch.mesh->index_count, members.count);
    glBindVertexArray(0);
}

void draw_surface(const InstanceBatch& batch, const InstanceRange& members) {
    if (batch.mesh->materials) {
        glDisable(GL_CULL_FACE);
    }
    draw_instances(batch, members);
    glEnable(GL_CULL_FACE);
}

} // namespace limber::app
