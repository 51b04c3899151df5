// SPDX-License-Identifier: MIT
#include "app/rendering/skin_pass.h"

#include <glad/gl.h>

#include <utility>

namespace limber::app {
namespace {

constexpr float outline_width = 2.2F; // [pixel x pixel_scale]

} // namespace

SkinPass::SkinPass(ShaderProgram program) : program_(std::move(program)) {}

Result<SkinPass> SkinPass::create(const std::filesystem::path& shader_folder) {
    auto program = ShaderProgram::load(shader_folder, "skinned_mesh", "skinned_mesh");
    if (!program) {
        return program.error();
    }
    return SkinPass(std::move(program).value());
}

void SkinPass::prepare(const InstanceBatch& batch, const ShadowPass& shadow, float outline) const {
    program_.use();
    shadow.bind_depth(2);
    bind_texel_buffer(3, batch.mesh->labels);
    program_.set("u_shadow", 2);
    program_.set("u_labels", 3);
    bind_skin(program_, 4, batch);
    bind_looks(program_, 5, batch);
    bind_buffer_texture(0, batch.mesh->triangle_texels);
    program_.set("u_triangles", 0);
    program_.set("u_outline", outline);
    bind_materials(*batch.mesh);
}

void SkinPass::bind_materials(const GpuMesh& mesh) const {
    program_.set("u_has_materials", mesh.materials ? 1 : 0);
    program_.set("u_materials", 6);
    program_.set("u_pictures", 7);
    if (mesh.materials) {
        bind_texel_buffer(6, mesh.materials->materials);
    }
    if (mesh.materials && mesh.materials->pictures) {
        bind_picture_array(7, *mesh.materials->pictures);
    }
}

void SkinPass::draw(const InstanceBatch& batch, const InstanceRange& members, const ShadowPass& shadow) const {
    if (members.count > 0) {
        prepare(batch, shadow, 0.0F);
        draw_surface(batch, members);
    }
}

void SkinPass::draw_outlines(const InstanceBatch& batch, const ShadowPass& shadow) const {
    if (batch.outlined.count > 0) {
        prepare(batch, shadow, outline_width);
        glCullFace(GL_FRONT);
        draw_instances(batch, batch.outlined);
        glCullFace(GL_BACK);
    }
}

void SkinPass::draw_wires(const InstanceBatch& batch, const ShadowPass& shadow) const {
    if (batch.wires.count > 0) {
        prepare(batch, shadow, 0.0F);
        glDisable(GL_CULL_FACE);
        glDepthMask(GL_FALSE);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        draw_instances(batch, batch.wires);
        glDisable(GL_BLEND);
        glDepthMask(GL_TRUE);
        glEnable(GL_CULL_FACE);
    }
}

} // namespace limber::app
