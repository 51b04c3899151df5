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

Ray ray_through(const Camera& camera, float aspect, glm::vec2 point) {
    const float half_height = std::tan(camera.vertical_fov * 0.5F);
    const glm::vec3 in_camera((2.0F * point.x - 1.0F) * half_height * aspect, (1.0F - 2.0F * point.y) * half_height,
                              -1.0F);
    const glm::mat3 to_world = glm::transpose(glm::mat3(view_matrix(camera)));
    return {camera.eye, glm::normalize(to_world * in_camera)};
}

glm::vec3 seen_at(const Camera& camera, float aspect, glm::vec3 point) {
    const glm::vec4 in_camera = view_matrix(camera) * glm::vec4(point, 1.0F);
    const glm::vec4 clip = projection_matrix(camera, aspect) * in_camera;
    const float w = std::abs(clip.w) > 1e-12F ? clip.w : 1e-12F;
    return {0.5F + 0.5F * clip.x / w, 0.5F - 0.5F * clip.y / w, -in_camera.z};
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

} // namespace limber::app
