// SPDX-License-Identifier: MIT
#include "app/interaction/new_obstacle.h"

#include "app/document/obstacle_placing.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace limber::app {
namespace {

constexpr double room_of_gizmo = 0.1; // around an obstacle's middle, as a share of the body's size

bool shows_gizmo(const Obstacle& obstacle, double size, const OrbitCamera& camera, const ViewArea& area) {
    const Vec3 middle = standing_of(obstacle.shape).col(3);
    const Vec3 room = Vec3::Constant(room_of_gizmo * size);
    return shows(camera, area, {middle - room, middle + room});
}

bool is_solid(const Shape& shape) {
    return !std::holds_alternative<HalfSpace>(shape) && !std::holds_alternative<HeightField>(shape);
}

// Just outside of the body's box, so that both are apart.
Vec3 towards_eye(const BoundingBox& body, const CameraFrame& frame) {
    const Vec3 centre = body.centre();
    const Vec3 to_eye = frame.eye - centre;
    return centre + std::min(0.65 * body.diagonal(), 0.5 * to_eye.norm()) * to_eye.normalized();
}

} // namespace

Obstacle new_obstacle_in_view(std::size_t kind, const BoundingBox& body, const OrbitCamera& camera,
                              const ViewArea& area) {
    const CameraFrame frame = frame_of(camera);
    const Vec3 before = frame.right.cross(camera.up); // horizontal, towards the eye
    for (const Vec3& side : {frame.right, Vec3(-frame.right), before, Vec3(-before)}) {
        Obstacle beside = obstacle_beside(kind, body, camera.up, side);
        if (shows_gizmo(beside, body.diagonal(), camera, area)) {
            return beside;
        }
    }
    Obstacle obstacle = obstacle_beside(kind, body, camera.up, frame.right);
    if (is_solid(obstacle.shape)) {
        Affine change = identity_affine();
        change.col(3) = towards_eye(body, frame) - standing_of(obstacle.shape).col(3);
        obstacle.shape = carried(std::move(obstacle.shape), change);
    }
    return obstacle;
}

} // namespace limber::app
