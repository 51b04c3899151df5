// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/draw_list.h"

#include <cstddef>

#include <glm/glm.hpp>

namespace limber::app {

/// The uniform block of a view, shared by all shaders. Mirrors ViewBlock in shaders/common/view.glsl, std140.
struct ViewBlock {
    glm::mat4 clip_from_world = glm::mat4(1.0F);
    glm::mat4 shadow_from_world = glm::mat4(1.0F); // to [0, 1] in x, y and z
    glm::vec4 eye = glm::vec4(0.0F);
    glm::vec4 up = glm::vec4(0.0F);      // w: height of the ground along it [m]
    glm::vec4 key = glm::vec4(0.0F);     // towards the key light
    glm::vec4 focus = glm::vec4(0.0F);   // w: radius [m]
    glm::vec4 picture = glm::vec4(0.0F); // viewport: lower left corner and size [pixel]
    glm::vec4 scale = glm::vec4(0.0F);
};
static_assert(offsetof(ViewBlock, shadow_from_world) == 64);
static_assert(offsetof(ViewBlock, eye) == 128);
static_assert(offsetof(ViewBlock, up) == 144);
static_assert(offsetof(ViewBlock, key) == 160);
static_assert(offsetof(ViewBlock, focus) == 176);
static_assert(offsetof(ViewBlock, picture) == 192);
static_assert(offsetof(ViewBlock, scale) == 208);
static_assert(sizeof(ViewBlock) == 224);

/// Half width and depth of the light's orthographic box [focus radius].
constexpr float shadow_reach = 1.15F;
constexpr float shadow_depth = 6.0F;

/// Two orthogonal unit vectors that span the ground.
struct GroundAxes {
    glm::vec3 side;
    glm::vec3 front;
};
GroundAxes ground_axes(glm::vec3 up);

/// `framebuffer_height` [pixel] converts the rectangle from the top left to OpenGL's lower left origin.
ViewBlock view_block(const View& view, float pixel_scale, int framebuffer_height);

/// The depth of the ground in the shadow map at (x, y) in [0, 1] is dot(ground_depth, (x, y, 1)).
glm::vec3 ground_depth(const ViewBlock& block);

} // namespace limber::app
