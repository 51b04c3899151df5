// SPDX-License-Identifier: MIT
#pragma once

#include <glm/glm.hpp>

#include <span>

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

/// The distance [m] from its target at which the camera, moved along its view direction, has all points in the middle
/// part of the image. `share`: of that part in the width and the height of the image, in (0, 1].
float distance_that_shows(const Camera& camera, float aspect, std::span<const glm::vec3> points, glm::vec2 share);

/// Moves the camera along its view direction, to this distance from its target.
Camera at_distance(const Camera& camera, float distance);

} // namespace limber::app
