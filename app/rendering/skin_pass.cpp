#include "app/rendering/skin_pass.h"

#include <glad/gl.h>

#include <utility>

namespace limber::app {
namespace {

constexpr float outline_width = 2.2F; // [pixel x pixel_scale]

// Scalars or labels that were never set are not shown.
Paint paint_of(const PlacedMesh& placed) {
    const Paint wish = placed.item->paint;
    if ((wish == Paint::scalar && !placed.mesh->has_scalars) || (wish == Paint::labels && !placed.mesh->has_labels)) {
        return Paint::flesh;
    }
    return wish;
}

} // namespace

SkinPass::SkinPass(ShaderProgram program) : program_(std::move(program)) {}

Result<SkinPass> SkinPass::create(const std::filesystem::path& shader_folder) {
    auto program = ShaderProgram::load(shader_folder, "skinned_mesh", "skinned_mesh");
    if (!program) {
        return program.error();
    }
    return SkinPass(std::move(program).value());
}

void SkinPass::draw(const PlacedMesh& placed, const ShadowPass& shadow) const {
    program_.use();
    shadow.bind_depth(2);
    bind_texel_buffer(3, placed.mesh->labels);
    program_.set("u_shadow", 2);
    program_.set("u_labels", 3);
    program_.set("u_paint", static_cast<int>(paint_of(placed)));
    program_.set("u_colour", placed.item->colour);
    program_.set("u_opacity", placed.item->opacity);
    program_.set("u_outline", 0.0F);
    draw_triangles(placed);
}

void SkinPass::draw_outline(const PlacedMesh& placed) const {
    program_.use();
    program_.set("u_opacity", 1.0F);
    program_.set("u_outline", outline_width);
    glCullFace(GL_FRONT);
    draw_triangles(placed);
    glCullFace(GL_BACK);
}

} // namespace limber::app
