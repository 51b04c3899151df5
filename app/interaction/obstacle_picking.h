// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"
#include "engine/contact/obstacle.h"

#include <optional>

/// Finds the obstacle under the mouse. Sphere tracing uses each obstacle's own signed distance, so that picking agrees
/// with contact.
namespace limber::app {

struct ObstacleHit {
    int obstacle = 0;      // index
    double distance = 0.0; // [m] from the eye
};

/// The first obstacle on the ray within `reach` [m]. The level ground is not picked, because every click beside all
/// other objects hits it.
std::optional<ObstacleHit> first_obstacle(const MouseRay& ray, const Obstacles& obstacles, const Vec3& up,
                                          double reach);

} // namespace limber::app
