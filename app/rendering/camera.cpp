// SPDX-License-Identifier: MIT
#include "app/rendering/camera.h"

#include "engine/core/contract.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace limber::app {

glm::mat4 view_matrix(const Camera& camera) {
    return glm::lookAt(camera.eye, camera.target, camera.up);
}

glm::mat4 projection_matrix(const Camera& camera, float aspect) {
    EXPECTS(aspect > 0.0F && camera.near_plane > 0.0F && camera.far_plane > camera.near_plane);
    return glm::perspective(camera.vertical_fov, aspect, camera.near_plane, camera.far_plane);
}

Camera framed(const Camera& camera, float aspect, glm::vec3 centre, float radius) {
    constexpr float air = 1.15F;
    const float half_height = std::tan(camera.vertical_fov * 0.5F);
    const float half_angle = std::atan(half_height * std::min(1.0F, aspect));
    const float distance = air * std::max(radius, 1e-6F) / std::sin(half_angle);
    Camera moved = camera;
    moved.eye = centre + glm::normalize(camera.eye - camera.target) * distance;
    moved.target = centre;
    moved.near_plane = 0.01F * distance;
    moved.far_plane = 100.0F * distance;
    return moved;
}

float distance_that_shows(const Camera& camera, float aspect, std::span<const glm::vec3> points, glm::vec2 share) {
    EXPECTS(share.x > 0.0F && share.x <= 1.0F && share.y > 0.0F && share.y <= 1.0F);
    const glm::vec3 back = glm::normalize(camera.eye - camera.target);
    const glm::vec3 right = glm::normalize(glm::cross(camera.up, back));
    const glm::vec3 up = glm::cross(back, right);
    const float half_height = std::tan(camera.vertical_fov * 0.5F);
    float distance = 1e-6F;
    for (const glm::vec3& point : points) {
        const glm::vec3 from_target = point - camera.target;
        const float beside = std::abs(glm::dot(from_target, right)) / (share.x * half_height * aspect);
        const float above = std::abs(glm::dot(from_target, up)) / (share.y * half_height);
        distance = std::max(distance, glm::dot(from_target, back) + std::max(beside, above));
    }
    return distance;
}

Camera at_distance(const Camera& camera, float distance) {
    Camera moved = camera;
    moved.eye = camera.target + glm::normalize(camera.eye - camera.target) * distance;
    moved.near_plane = 0.01F * distance;
    moved.far_plane = 100.0F * distance;
    return moved;
}

} // namespace limber::app
