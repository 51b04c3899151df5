// SPDX-License-Identifier: MIT
#include "app/rendering/shadow_pass.h"

#include "app/rendering/tet_batch.h"

#include <glad/gl.h>

#include <utility>

namespace limber::app {
namespace {

constexpr int near_size = 192; // [texel]
constexpr int far_size = 48;

GlTexture depth_texture(int size) {
    GlTexture texture = make_texture();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    // The border is at the far plane: there are no shadows outside of the light's box.
    const float farthest[4] = {1.0F, 1.0F, 1.0F, 1.0F};
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, farthest);
    return texture;
}

GlTexture coverage_texture(int size) {
    GlTexture texture = make_texture();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG16F, size, size, 0, GL_RG, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

void draw_into(const GlFramebuffer& framebuffer, const GlTexture& texture, int size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
    glViewport(0, 0, size, size);
}

} // namespace

ShadowPass::ShadowPass(ShaderProgram depth, ShaderProgram tet_depth, ShaderProgram coverage, ShaderProgram blur)
    : depth_program_(std::move(depth)), tet_depth_program_(std::move(tet_depth)),
      coverage_program_(std::move(coverage)), blur_program_(std::move(blur)) {}

Result<ShadowPass> ShadowPass::create(const std::filesystem::path& shader_folder, int size) {
    auto depth = ShaderProgram::load(shader_folder, "shadow_depth", "shadow_depth");
    if (!depth) {
        return depth.error();
    }
    auto tet_depth = ShaderProgram::load(shader_folder, "tet_depth", "shadow_depth");
    if (!tet_depth) {
        return tet_depth.error();
    }
    auto coverage = ShaderProgram::load(shader_folder, "full_screen", "ground_coverage");
    if (!coverage) {
        return coverage.error();
    }
    auto blur = ShaderProgram::load(shader_folder, "full_screen", "ground_blur");
    if (!blur) {
        return blur.error();
    }
    ShadowPass pass(std::move(depth).value(), std::move(tet_depth).value(), std::move(coverage).value(),
                    std::move(blur).value());
    pass.make_targets(size);
    return pass;
}

void ShadowPass::make_targets(int size) {
    size_ = size;
    empty_array_ = make_vertex_array();
    framebuffer_ = make_framebuffer();
    depth_framebuffer_ = make_framebuffer();
    depth_ = depth_texture(size);
    near_ = coverage_texture(near_size);
    near_scratch_ = coverage_texture(near_size);
    far_ = coverage_texture(far_size);
    far_scratch_ = coverage_texture(far_size);
    glBindFramebuffer(GL_FRAMEBUFFER, depth_framebuffer_.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.name(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void ShadowPass::draw(const ViewBlock& block, const std::vector<InstanceBatch>& batches) const {
    glDisable(GL_SCISSOR_TEST);
    draw_depth(batches);
    glDisable(GL_DEPTH_TEST);
    draw_coverage(block);
    blur(near_, near_scratch_, near_, near_size);
    blur(near_, far_scratch_, far_, far_size);
    glEnable(GL_DEPTH_TEST);
}

void ShadowPass::draw_depth(const std::vector<InstanceBatch>& batches) const {
    glBindFramebuffer(GL_FRAMEBUFFER, depth_framebuffer_.name());
    glViewport(0, 0, size_, size_);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    depth_program_.use();
    for (const InstanceBatch& batch : batches) {
        bind_skin(depth_program_, 4, batch);
        draw_surface(batch, batch.shadow_casters);
    }
    tet_depth_program_.use();
    for (const InstanceBatch& batch : batches) {
        if (batch.tets.count > 0 && batch.items.front()->casts_shadow) {
            bind_tet_faces(tet_depth_program_, batch);
            draw_tet_faces(batch);
        }
    }
}

void ShadowPass::draw_coverage(const ViewBlock& block) const {
    draw_into(framebuffer_, near_, near_size);
    coverage_program_.use();
    bind_texture(2, depth_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_NONE);
    coverage_program_.set("u_depth", 2);
    coverage_program_.set("u_ground_depth", ground_depth(block));
    coverage_program_.set("u_depth_range", shadow_depth);
    glBindVertexArray(empty_array_.name());
    draw_vertices(Primitive::triangle, 3);
}

// Blurs horizontally into `across`, then vertically into `to`; both have `size` texels a side.
void ShadowPass::blur(const GlTexture& from, const GlTexture& across, const GlTexture& to, int size) const {
    const float step = 1.0F / static_cast<float>(size);
    blur_program_.use();
    blur_program_.set("u_coverage", 2);
    glBindVertexArray(empty_array_.name());
    bind_texture(2, from);
    blur_program_.set("u_step", glm::vec2(step, 0.0F));
    draw_into(framebuffer_, across, size);
    draw_vertices(Primitive::triangle, 3);
    bind_texture(2, across);
    blur_program_.set("u_step", glm::vec2(0.0F, step));
    draw_into(framebuffer_, to, size);
    draw_vertices(Primitive::triangle, 3);
}

void ShadowPass::bind_depth(int unit) const {
    bind_texture(unit, depth_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
}

void ShadowPass::bind_near_shadow(int unit) const {
    bind_texture(unit, near_);
}

void ShadowPass::bind_far_shadow(int unit) const {
    bind_texture(unit, far_);
}

} // namespace limber::app
