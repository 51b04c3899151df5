#pragma once

#include "app/interaction/orbit_camera.h"
#include "engine/contact/obstacle.h"

#include <optional>

/// Which obstacle lies under the mouse: the ray is walked by the distance that each obstacle knows of itself, so that
/// what is picked is what is touched.
namespace limber::app {

struct ObstacleHit {
    int obstacle = 0;      // index
    double distance = 0.0; // [m] from the eye
};

/// The first one on the ray, no further than `reach` [m]. The level ground is not picked: whoever clicks beside all
/// else clicks on it.
std::optional<ObstacleHit> first_obstacle(const MouseRay& ray, const Obstacles& obstacles, const Vec3& up,
                                          double reach);

} // namespace limber::app
