// SPDX-License-Identifier: MIT
#include "app/rendering/view_block.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// The key light is above, to the left of a viewer who looks along -front.
glm::vec3 key_direction(glm::vec3 up) {
    const GroundAxes axes = ground_axes(up);
    return glm::normalize(1.0F * up - 0.45F * axes.side + 0.45F * axes.front);
}

glm::mat4 shadow_matrix(glm::vec3 centre, float radius, glm::vec3 key, glm::vec3 up) {
    const float reach = shadow_reach * radius;
    const glm::mat4 view = glm::lookAt(centre + 0.5F * shadow_depth * radius * key, centre, up);
    const glm::mat4 box = glm::ortho(-reach, reach, -reach, reach, 0.0F, shadow_depth * radius);
    const glm::mat4 to_unit =
        glm::translate(glm::mat4(1.0F), glm::vec3(0.5F)) * glm::scale(glm::mat4(1.0F), glm::vec3(0.5F));
    return to_unit * box * view;
}

} // namespace

GroundAxes ground_axes(glm::vec3 up) {
    const glm::vec3 away = std::abs(up.z) < 0.8F ? glm::vec3(0.0F, 0.0F, 1.0F) : glm::vec3(0.0F, -1.0F, 0.0F);
    const glm::vec3 side = glm::normalize(glm::cross(up, away));
    return {side, glm::cross(side, up)};
}

ViewBlock view_block(const View& view, float pixel_scale, int framebuffer_height) {
    const PixelRect& rect = view.rect;
    const float aspect = static_cast<float>(rect.width) / static_cast<float>(rect.height);
    const glm::vec3 up = glm::normalize(view.ground.normal);
    const glm::vec3 key = key_direction(up);
    const float radius = std::max(view.focus.radius, 1e-6F);
    ViewBlock block;
    block.clip_from_world = projection_matrix(view.camera, aspect) * view_matrix(view.camera);
    block.shadow_from_world = shadow_matrix(view.focus.centre, radius, key, up);
    block.eye = glm::vec4(view.camera.eye, 1.0F);
    block.up = glm::vec4(up, glm::dot(up, view.ground.point));
    block.key = glm::vec4(key, 0.0F);
    block.focus = glm::vec4(view.focus.centre, radius);
    block.picture = {static_cast<float>(rect.x), static_cast<float>(framebuffer_height - rect.y - rect.height),
                     static_cast<float>(rect.width), static_cast<float>(rect.height)};
    block.scale = glm::vec4(pixel_scale, 0.0F, 0.0F, 0.0F);
    return block;
}

glm::vec3 ground_depth(const ViewBlock& block) {
    // A plane u.x = h is the row vector (u, -h), which transforms by the inverse from the right.
    const glm::vec4 plane(glm::vec3(block.up), -block.up.w);
    const glm::vec4 p = glm::transpose(glm::inverse(block.shadow_from_world)) * plane;
    return {-p.x / p.z, -p.y / p.z, -p.w / p.z};
}

} // namespace limber::app
