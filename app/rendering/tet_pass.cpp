// SPDX-License-Identifier: MIT
#include "app/rendering/tet_pass.h"

#include "app/rendering/shadow_pass.h"
#include "app/rendering/tet_batch.h"

#include <glad/gl.h>

#include <utility>

namespace limber::app {
namespace {

bool shows_wires_alone(const InstanceBatch& batch) {
    return batch.items.front()->wires == Wires::alone;
}

} // namespace

TetPass::TetPass(ShaderProgram program) : program_(std::move(program)) {}

Result<TetPass> TetPass::create(const std::filesystem::path& shader_folder) {
    auto program = ShaderProgram::load(shader_folder, "tet_faces", "tet_faces");
    if (!program) {
        return program.error();
    }
    return TetPass(std::move(program).value());
}

void TetPass::prepare(const InstanceBatch& batch, const ShadowPass& shadow) const {
    const DrawItem& item = *batch.items.front();
    const bool shows_stress = item.paint == Paint::stress;
    program_.use();
    bind_tet_faces(program_, batch);
    bind_texel_buffer(1, batch.mesh->tets->tets);
    shadow.bind_depth(2);
    bind_looks(program_, 5, batch);
    bind_buffer_texture(6, batch.mesh->tets->vertex_texels);
    program_.set("u_tets", 1);
    program_.set("u_shadow", 2);
    program_.set("u_vertices", 6);
    program_.set("u_shows_stress", shows_stress ? 1 : 0);
    program_.set("u_strongest", item.tets->strongest / (shows_stress ? item.tets->stiffness : 1.0F));
}

void TetPass::draw(const InstanceBatch& batch, const ShadowPass& shadow) const {
    if (batch.tets.count > 0 && !shows_wires_alone(batch)) {
        prepare(batch, shadow);
        draw_tet_faces(batch);
    }
}

void TetPass::draw_wires(const InstanceBatch& batch, const ShadowPass& shadow) const {
    if (batch.tets.count > 0 && shows_wires_alone(batch)) {
        prepare(batch, shadow);
        glDisable(GL_CULL_FACE);
        glDepthMask(GL_FALSE);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        draw_tet_faces(batch);
        glDisable(GL_BLEND);
        glDepthMask(GL_TRUE);
        glEnable(GL_CULL_FACE);
    }
}

} // namespace limber::app
