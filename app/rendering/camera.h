// SPDX-License-Identifier: MIT
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

/// World to camera.
glm::mat4 view_matrix(const Camera& camera);

/// Camera to clip space; aspect = width / height.
glm::mat4 projection_matrix(const Camera& camera, float aspect);

/// Moves the camera along its view direction so that a sphere fills the image with a small margin.
Camera framed(const Camera& camera, float aspect, glm::vec3 centre, float radius);

} // namespace limber::app
