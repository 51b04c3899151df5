// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"
#include "engine/contact/obstacle.h"

namespace limber::app {

/// A new obstacle of this kind (document/obstacle_placing.h) close to the body, where its gizmo is visible in the area:
/// on the right as seen by the camera, on the left, before or behind the body. If no such gizmo would be visible, a
/// ball, capsule or block is placed between the body and the eye, and other kinds, or where there is no room, on the
/// right.
Obstacle new_obstacle_in_view(std::size_t kind, const BoundingBox& body, const OrbitCamera& camera,
                              const ViewArea& area);

} // namespace limber::app
