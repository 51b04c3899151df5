// SPDX-License-Identifier: MIT
#include "app/interaction/new_obstacle.h"

#include "app/document/obstacle_placing.h"

#include <optional>
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

// On the way from the body's centre to the eye, just outside of the body's box, so that all three are apart; nullopt:
// the eye is too close.
std::optional<Vec3> towards_eye(const BoundingBox& body, const Vec3& eye) {
    constexpr double reach = 0.125; // of a block's corners from its middle, as a share of the body's size
    const double room = reach * body.diagonal();
    const Vec3 centre = body.centre();
    const Vec3 direction = (eye - centre).normalized();
    const Vec3 half_size = 0.5 * (body.high - body.low) + Vec3::Constant(room);
    const double exit = half_size.cwiseQuotient(direction.cwiseAbs()).minCoeff(); // from the box with that room around
    return exit + room < (eye - centre).norm() ? std::optional<Vec3>(centre + exit * direction) : std::nullopt;
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
    const auto place = is_solid(obstacle.shape) ? towards_eye(body, frame.eye) : std::nullopt;
    if (place) {
        Affine change = identity_affine();
        change.col(3) = *place - standing_of(obstacle.shape).col(3);
        obstacle.shape = carried(std::move(obstacle.shape), change);
    }
    return obstacle;
}

} // namespace limber::app
