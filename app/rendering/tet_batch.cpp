// SPDX-License-Identifier: MIT
#include "app/rendering/tet_batch.h"

#include <glad/gl.h>

namespace limber::app {
namespace {

bool cuts_nothing(const CutPlane& cut) {
    return cut.normal == std::array{0.0F, 0.0F, 0.0F};
}

} // namespace

void bind_tet_faces(const ShaderProgram& program, const InstanceBatch& batch) {
    EXPECTS(batch.tets.count == 1);
    const GpuTets& tets = *batch.mesh->tets;
    const CutPlane& cut = batch.items.front()->tets->cut;
    bind_texel_buffer(0, tets.faces);
    bind_texel_buffer(3, tets.at_rest);
    bind_texel_buffer(4, batch.skinned->vertices);
    program.set("u_faces", 0);
    program.set("u_at_rest", 3);
    program.set("u_skin", 4);
    program.set("u_cut", glm::vec4(cut.normal[0], cut.normal[1], cut.normal[2], cut.offset));
}

// Without a cut, only faces of the boundary are shown; they are the first.
void draw_tet_faces(const InstanceBatch& batch) {
    const GpuTets& tets = *batch.mesh->tets;
    const bool is_whole = cuts_nothing(batch.items.front()->tets->cut);
    glBindVertexArray(batch.skinned->array.name());
    draw_vertices(Primitive::triangle, 3 * (is_whole ? tets.boundary_faces : tets.face_count));
    glBindVertexArray(0);
}

} // namespace limber::app
