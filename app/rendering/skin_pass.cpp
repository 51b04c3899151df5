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

void SkinPass::prepare(const Crowd& crowd, const ShadowPass& shadow, float outline) const {
    program_.use();
    shadow.bind_depth(2);
    bind_texel_buffer(3, crowd.mesh->labels);
    program_.set("u_shadow", 2);
    program_.set("u_labels", 3);
    bind_skin(program_, 4, crowd);
    bind_looks(program_, 5, crowd);
    program_.set("u_outline", outline);
}

void SkinPass::draw(const Crowd& crowd, const Members& members, const ShadowPass& shadow) const {
    if (members.count > 0) {
        prepare(crowd, shadow, 0.0F);
        draw_members(crowd, members);
    }
}

void SkinPass::draw_outlines(const Crowd& crowd, const ShadowPass& shadow) const {
    if (crowd.outlined.count > 0) {
        prepare(crowd, shadow, outline_width);
        glCullFace(GL_FRONT);
        draw_members(crowd, crowd.outlined);
        glCullFace(GL_BACK);
    }
}

} // namespace limber::app
