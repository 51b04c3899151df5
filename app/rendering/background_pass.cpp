// SPDX-License-Identifier: MIT
#include "app/rendering/background_pass.h"

#include <glad/gl.h>

#include <utility>

namespace limber::app {
namespace {

constexpr float ground_reach = 8.0F; // [focus radius]: where the ground has faded into the background

} // namespace

BackgroundPass::BackgroundPass(ShaderProgram ground, ShaderProgram background)
    : ground_program_(std::move(ground)), background_program_(std::move(background)),
      empty_array_(make_vertex_array()) {}

Result<BackgroundPass> BackgroundPass::create(const std::filesystem::path& shader_folder) {
    auto ground = ShaderProgram::load(shader_folder, "ground", "ground");
    if (!ground) {
        return ground.error();
    }
    auto background = ShaderProgram::load(shader_folder, "full_screen", "background");
    if (!background) {
        return background.error();
    }
    return BackgroundPass(std::move(ground).value(), std::move(background).value());
}

void BackgroundPass::draw_ground(const Ground& ground, const ViewBlock& block, const ShadowPass& shadow) const {
    const bool seen_from_below = glm::dot(block.eye, glm::vec4(glm::vec3(block.up), -block.up.w)) <= 0.0F;
    if (seen_from_below) {
        return;
    }
    const GroundAxes axes = ground_axes(glm::vec3(block.up));
    ground_program_.use();
    ground_program_.set("u_side", axes.side);
    ground_program_.set("u_front", axes.front);
    ground_program_.set("u_reach", ground_reach);
    ground_program_.set("u_cell", ground.cell);
    ground_program_.set("u_strength", ground.strength);
    shadow.bind_near_shadow(2);
    shadow.bind_far_shadow(3);
    ground_program_.set("u_near_shadow", 2);
    ground_program_.set("u_far_shadow", 3);
    glDisable(GL_CULL_FACE);
    glBindVertexArray(empty_array_.name());
    draw_vertices(Primitive::strip, 4);
    glEnable(GL_CULL_FACE);
}

void BackgroundPass::draw_background() const {
    background_program_.use();
    glBindVertexArray(empty_array_.name());
    draw_vertices(Primitive::triangle, 3);
}

} // namespace limber::app
