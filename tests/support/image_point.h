// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/camera.h"

namespace limber::testing {

/// Projects a world point to the image: x and y in [0, 1] from the top left, z the depth along the view direction [m].
inline glm::vec3 image_point(const app::Camera& camera, float aspect, glm::vec3 point) {
    const glm::vec4 in_camera = app::view_matrix(camera) * glm::vec4(point, 1.0F);
    const glm::vec4 clip = app::projection_matrix(camera, aspect) * in_camera;
    return {0.5F + 0.5F * clip.x / clip.w, 0.5F - 0.5F * clip.y / clip.w, -in_camera.z};
}

} // namespace limber::testing
