// SPDX-License-Identifier: MIT
#include "app/interaction/follower.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace limber::app {
namespace {

constexpr double lean = 1.0;            // of the selected character's size: largest offset towards the middle of all
constexpr double widest = 3.0;          // of the distance for one character: how far the camera moves back for others
constexpr double climb_seconds = 0.35;  // time constant of following a climb, so that steps and jumps remain visible
constexpr double calm_share = 0.25;     // of the area's height, at its top and at its bottom, where climbs are followed
constexpr double margin = 0.12;         // of the area's sides, where a character is about to leave the picture
constexpr double smallest_share = 0.08; // of the area's height: smaller characters are hard to see

double width_of(const CameraTargets& camera_targets) {
    const double most = camera_targets.is_compared ? std::numeric_limits<double>::infinity() : widest;
    return camera_targets.count > 1 ? std::clamp(camera_targets.scene_box.diagonal() / camera_targets.size, 1.0, most)
                                    : 1.0;
}

// Whether the middle of the body has left the middle part of the picture. Inside it, the scene's own camera height is
// kept during a fall or a climb.
bool climbs_out_of(const ViewArea& area, const CameraTargets& camera_targets, const OrbitCamera& camera) {
    const auto pixel = pixel_of(camera, area, camera_targets.selected_box.centre());
    const double from_top = pixel ? (pixel->y() - area.y) / area.height : 0.0;
    return from_top < calm_share || from_top > 1.0 - calm_share;
}

bool is_well_seen(const CameraTargets& camera_targets, const OrbitCamera& camera, const ViewArea& area) {
    const Vec3 middle = camera_targets.selected_box.centre();
    const auto pixel = pixel_of(camera, area, middle);
    const ViewArea inner{area.x + margin * area.width, area.y + margin * area.height, (1.0 - 2.0 * margin) * area.width,
                         (1.0 - 2.0 * margin) * area.height};
    return pixel && inner.holds(*pixel) &&
           camera_targets.size > smallest_share * area.height * metres_per_pixel(camera, area, middle);
}

} // namespace

Vec3 Follower::place_of(const CameraTargets& camera_targets) {
    const Vec3 middle = camera_targets.selected_box.centre();
    const Vec3 way = camera_targets.scene_box.centre() - middle;
    if (camera_targets.is_compared) {
        return middle + way;
    }
    const double reach = lean * camera_targets.size;
    return middle + way * std::min(1.0, reach / std::max(way.norm(), 1e-9));
}

void Follower::start(const CameraTargets& now) {
    before_ = now;
    place_ = place_of(now);
}

void Follower::follow(const CameraTargets& now, const Vec3& up, double seconds, const ViewArea& area,
                      GlidingCamera& camera) {
    if (!before_) {
        start(now);
    }
    if (now.selected != before_->selected || now.count != before_->count) {
        turn_to(now, area, camera);
    } else {
        go_along(now, climbs_out_of(area, now, camera.goal) ? 1.0 - std::exp(-seconds / climb_seconds) : 0.0, up,
                 camera);
        keep_all(now, area, camera);
    }
    before_ = now;
}

// Called when the characters or the selection changed. A character that is well inside the picture does not move the
// camera.
void Follower::turn_to(const CameraTargets& now, const ViewArea& area, GlidingCamera& camera) {
    const Vec3 place = place_of(now);
    if (now.count != before_->count && now.goes && before_->goes) {
        camera.goal.target += place - place_;
        camera.goal.distance *= width_of(now) / width_of(*before_);
    }
    place_ = place;
    if (now.goes && !now.is_held && !is_well_seen(now, camera.goal, area)) {
        const double fair = widest * framing(camera.goal, area, now.selected_box).distance;
        camera.goal.target = place;
        camera.goal.distance = std::min(camera.goal.distance, fair);
    }
}

// Moves the camera back if compared characters no longer fit into the picture because they spread in another direction.
void Follower::keep_all(const CameraTargets& now, const ViewArea& area, GlidingCamera& camera) const {
    if (now.is_compared && now.goes && !now.is_held && !shows(camera.goal, area, now.scene_box)) {
        const OrbitCamera whole = framing(camera.goal, area, std::vector{now.scene_box});
        camera.goal.target = whole.target;
        camera.goal.distance = std::max(camera.goal.distance, whole.distance);
        camera.goal.scene_radius = std::max(camera.goal.scene_radius, whole.scene_radius);
    }
}

void Follower::go_along(const CameraTargets& now, double share_of_climb, const Vec3& up, GlidingCamera& camera) {
    const Vec3 way = place_of(now) - place_;
    const double climb = way.dot(up);
    const double followed = now.goes ? climb * share_of_climb : climb;
    const Vec3 step = way + (followed - climb) * up;
    place_ += step;
    if (now.goes) {
        camera.carry(step);
        camera.widen(width_of(now) / width_of(*before_));
    }
}

} // namespace limber::app
