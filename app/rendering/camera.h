#pragma once

#include <glm/glm.hpp>

namespace limber::app {

/// A right-handed pinhole camera that looks from `eye` to `target`.
struct Camera {
    glm::vec3 eye = {0.0F, 1.0F, 4.0F}; // [m]
    glm::vec3 target = {0.0F, 0.0F, 0.0F};
    glm::vec3 up = {0.0F, 1.0F, 0.0F};
    float vertical_fov = 0.6F; // [radian]
    float near_plane = 0.01F;  // [m]
    float far_plane = 100.0F;  // [m]
};

/// A half-line in world coordinates; `direction` has unit length.
struct Ray {
    glm::vec3 origin = {0.0F, 0.0F, 0.0F};
    glm::vec3 direction = {0.0F, 0.0F, -1.0F};
};

/// World to camera.
glm::mat4 view_matrix(const Camera& camera);

/// Camera to clip space; aspect = width / height.
glm::mat4 projection_matrix(const Camera& camera, float aspect);

/// The ray through a point of the image; x and y in [0, 1] from the top left.
Ray ray_through(const Camera& camera, float aspect, glm::vec2 point);

/// Projects a world point to the image: x and y in [0, 1] from the top left, z the depth along the view direction
/// [m]. The point is behind the camera when z <= 0.
glm::vec3 seen_at(const Camera& camera, float aspect, glm::vec3 point);

/// Moves the camera along its view direction so that a sphere fills the image with a small margin.
Camera framed(const Camera& camera, float aspect, glm::vec3 centre, float radius);

} // namespace limber::app
