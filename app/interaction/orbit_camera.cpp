// SPDX-License-Identifier: MIT
#include "app/interaction/orbit_camera.h"

#include "app/view/to_glm.h"
#include "engine/core/contract.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace limber::app {
namespace {

constexpr double radians_per_pixel = 0.007;
constexpr double pitch_limit = 1.55;   // just below the pole, where the horizon is undefined
constexpr double zoom_per_step = 0.88; // factor of the distance per notch of the wheel
constexpr double air = 1.25;           // of the framed box's size
constexpr double close_air = 1.12;     // margin around several boxes, as a factor of their size in the picture
constexpr double glide_seconds = 0.07; // time constant of a glide

struct Horizon {
    Vec3 side, front;
};

// y up: x is the side and z is the front. z up: x is the side and -y is the front.
Horizon horizon(const Vec3& up) {
    const Vec3 towards = std::abs(up.z()) < 0.9 ? Vec3::UnitZ().eval() : Vec3(-Vec3::UnitY());
    const Vec3 side = up.cross(towards).normalized();
    return {side, side.cross(up)};
}

// The distance from the eye to the picture plane [pixels].
double focal_length(const OrbitCamera& camera, const ViewArea& area) {
    return 0.5 * std::max(area.height, 1.0) / std::tan(0.5 * camera.field_of_view);
}

Vec3 corner_of(const BoundingBox& box, int corner) {
    return {(corner & 1) ? box.high.x() : box.low.x(), (corner & 2) ? box.high.y() : box.low.y(),
            (corner & 4) ? box.high.z() : box.low.z()};
}

// The corners of the boxes in the camera's axes: right, up and backward.
std::vector<Vec3> corners_along(const CameraFrame& frame, const std::vector<BoundingBox>& boxes) {
    std::vector<Vec3> corners;
    for (const BoundingBox& box : boxes) {
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 x = corner_of(box, corner);
            corners.push_back({x.dot(frame.right), x.dot(frame.up), x.dot(frame.backward)});
        }
    }
    return corners;
}

// The distance of the eye at which the points just fit between two opposite edges of the picture. The edges are planes
// through the eye, on which the coordinate `across`, right (0) or up (1), is `slope` times the depth.
double farthest_back(const std::vector<Vec3>& points, Index across, double slope) {
    double right = -std::numeric_limits<double>::infinity();
    double left = -std::numeric_limits<double>::infinity();
    for (const Vec3& x : points) {
        right = std::max(right, x(across) + slope * x.z());
        left = std::max(left, -x(across) + slope * x.z());
    }
    return 0.5 * (right + left) / slope;
}

// The sideways position of an eye at distance `back` that centres the points in the picture, by bisection.
double middle_across(const std::vector<Vec3>& points, Index across, double back) {
    constexpr int halvings = 60;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Vec3& x : points) {
        low = std::min(low, x(across));
        high = std::max(high, x(across));
    }
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (low + high);
        double right = 0.0;
        double left = 0.0;
        for (const Vec3& x : points) {
            const double seen = (x(across) - middle) / (back - x.z());
            right = std::max(right, seen);
            left = std::max(left, -seen);
        }
        (right > left ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

Vec3 in_eye_frame(const CameraFrame& frame, const Vec3& point) {
    const Vec3 d = point - frame.eye;
    return {d.dot(frame.right), d.dot(frame.up), d.dot(frame.backward)};
}

} // namespace

CameraFrame frame_of(const OrbitCamera& camera) {
    const Horizon around = horizon(camera.up);
    const Vec3 level = std::sin(camera.yaw) * around.side + std::cos(camera.yaw) * around.front;
    CameraFrame frame;
    frame.backward = std::cos(camera.pitch) * level + std::sin(camera.pitch) * camera.up;
    frame.eye = camera.target + camera.distance * frame.backward;
    frame.right = camera.up.cross(level).normalized();
    frame.up = frame.backward.cross(frame.right);
    return frame;
}

MouseRay mouse_ray(const OrbitCamera& camera, const ViewArea& area, const Pixel& pixel) {
    const CameraFrame frame = frame_of(camera);
    const Pixel offset = (pixel - area.centre()) / focal_length(camera, area);
    return {frame.eye, (offset.x() * frame.right - offset.y() * frame.up - frame.backward).normalized()};
}

std::optional<Pixel> pixel_of(const OrbitCamera& camera, const ViewArea& area, const Vec3& point) {
    const Vec3 p = in_eye_frame(frame_of(camera), point);
    if (p.z() > -1e-6 * camera.distance) {
        return std::nullopt;
    }
    const double scale = focal_length(camera, area) / -p.z();
    return Pixel(area.centre() + scale * Pixel(p.x(), -p.y()));
}

double metres_per_pixel(const OrbitCamera& camera, const ViewArea& area, const Vec3& point) {
    const double depth = -in_eye_frame(frame_of(camera), point).z();
    return std::max(depth, 1e-6 * camera.distance) / focal_length(camera, area);
}

std::optional<Vec3> meeting_point(const MouseRay& ray, const Vec3& point, const Vec3& normal) {
    const double slope = ray.direction.dot(normal);
    if (std::abs(slope) < 1e-6) {
        return std::nullopt;
    }
    const double distance = (point - ray.origin).dot(normal) / slope;
    if (!(distance > 0)) {
        return std::nullopt;
    }
    return Vec3(ray.origin + distance * ray.direction);
}

Camera drawn_camera(const OrbitCamera& camera) {
    const CameraFrame frame = frame_of(camera);
    Camera eye;
    eye.eye = to_glm(frame.eye);
    eye.target = to_glm(camera.target);
    eye.up = to_glm(frame.up);
    eye.vertical_fov = static_cast<float>(camera.field_of_view);
    eye.near_plane = static_cast<float>(std::max(0.02 * camera.distance, camera.distance - 8.0 * camera.scene_radius));
    eye.far_plane = static_cast<float>(camera.distance + 60.0 * camera.scene_radius);
    return eye;
}

OrbitCamera orbited(OrbitCamera camera, const Pixel& movement) {
    camera.yaw -= radians_per_pixel * movement.x();
    camera.pitch = std::clamp(camera.pitch + radians_per_pixel * movement.y(), -pitch_limit, pitch_limit);
    return camera;
}

OrbitCamera panned(OrbitCamera camera, const ViewArea& area, const Pixel& movement) {
    const CameraFrame frame = frame_of(camera);
    const double size = metres_per_pixel(camera, area, camera.target);
    camera.target += size * (movement.y() * frame.up - movement.x() * frame.right);
    return camera;
}

OrbitCamera zoomed(OrbitCamera camera, const ViewArea& area, const Pixel& towards, double steps) {
    const CameraFrame frame = frame_of(camera);
    const double closest = 0.05 * camera.scene_radius;
    const double farthest = 40.0 * camera.scene_radius;
    const double distance = std::clamp(camera.distance * std::pow(zoom_per_step, steps), closest, farthest);
    const double share = distance / camera.distance;
    if (const auto kept = meeting_point(mouse_ray(camera, area, towards), camera.target, frame.backward)) {
        camera.target = *kept + share * (camera.target - *kept);
    }
    camera.distance = distance;
    return camera;
}

OrbitCamera framing(OrbitCamera camera, const ViewArea& area, const BoundingBox& box) {
    camera.target = box.centre();
    camera.scene_radius = std::max(0.5 * box.diagonal(), 1e-9);
    const double f = focal_length(camera, area);
    const double half_width = 0.5 * std::max(area.width, 1.0) / f;
    const double half_height = 0.5 * std::max(area.height, 1.0) / f;
    // Moves back until each corner of the box lies inside the free area.
    const CameraFrame frame = frame_of(camera);
    double distance = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 share((corner & 1) ? 0.5 : -0.5, (corner & 2) ? 0.5 : -0.5, (corner & 4) ? 0.5 : -0.5);
        const Vec3 offset = air * share.cwiseProduct(box.high - box.low);
        const double across =
            std::max(std::abs(offset.dot(frame.right)) / half_width, std::abs(offset.dot(frame.up)) / half_height);
        distance = std::max(distance, across + offset.dot(frame.backward));
    }
    camera.distance = std::max(distance, camera.scene_radius);
    return camera;
}

OrbitCamera framing(OrbitCamera camera, const ViewArea& area, const std::vector<BoundingBox>& boxes) {
    EXPECTS(!boxes.empty());
    const CameraFrame frame = frame_of(camera);
    const double f = close_air * focal_length(camera, area);
    const std::vector<Vec3> corners = corners_along(frame, boxes);
    const auto [farthest, nearest] = std::ranges::minmax(corners, {}, [](const Vec3& corner) { return corner.z(); });
    BoundingBox all = boxes.front();
    for (const BoundingBox& box : boxes) {
        all = united(all, box);
    }
    camera.scene_radius = std::max(0.5 * all.diagonal(), 1e-9);
    const double back = std::max({farthest_back(corners, 0, 0.5 * std::max(area.width, 1.0) / f),
                                  farthest_back(corners, 1, 0.5 * std::max(area.height, 1.0) / f),
                                  nearest.z() + 0.1 * camera.scene_radius});
    const double middle = 0.5 * (nearest.z() + farthest.z());
    camera.target = middle_across(corners, 0, back) * frame.right + middle_across(corners, 1, back) * frame.up +
                    middle * frame.backward;
    camera.distance = back - middle;
    return camera;
}

bool shows(const OrbitCamera& camera, const ViewArea& area, const BoundingBox& box) {
    for (int corner = 0; corner < 8; ++corner) {
        const auto seen = pixel_of(camera, area, corner_of(box, corner));
        if (!seen || !area.holds(*seen)) {
            return false;
        }
    }
    return true;
}

OrbitCamera with_headroom(OrbitCamera camera, const ViewArea& area, const BoundingBox& box, double headroom) {
    constexpr double step = 1.02;
    constexpr int steps_max = 200;
    const ViewArea below{area.x, area.y + headroom, area.width, area.height - headroom};
    const Vec3 up = frame_of(camera).up;
    for (int i = 0; i < steps_max; ++i) {
        double top = std::numeric_limits<double>::infinity();
        double bottom = -top;
        bool is_shown = true;
        for (int corner = 0; corner < 8; ++corner) {
            const auto seen = pixel_of(camera, area, corner_of(box, corner));
            is_shown = is_shown && seen && below.holds(*seen);
            top = seen ? std::min(top, seen->y()) : top;
            bottom = seen ? std::max(bottom, seen->y()) : bottom;
        }
        if (is_shown) {
            break;
        }
        if (top < bottom) {
            const double down = below.centre().y() - 0.5 * (top + bottom); // [pixel] to the middle of the free part
            camera.target += down * metres_per_pixel(camera, area, camera.target) * up;
        }
        camera.distance *= step;
    }
    return camera;
}

OrbitCamera adapted(OrbitCamera camera, const ViewArea& from, const ViewArea& to, std::vector<BoundingBox> boxes) {
    constexpr double step = 1.02;
    constexpr double air = 1.06;   // because bodies move beyond their boxes at rest
    constexpr int steps_max = 200; // up to 50 times the distance
    std::erase_if(boxes, [&](const BoundingBox& box) { return !shows(camera, from, box); });
    const auto shows_all = [&] {
        return std::ranges::all_of(boxes, [&](const BoundingBox& box) { return shows(camera, to, box); });
    };
    const double before = camera.distance;
    for (int i = 0; i < steps_max && !shows_all(); ++i) {
        camera.distance *= step;
    }
    camera.distance *= camera.distance > before ? air : 1.0;
    return camera;
}

OrbitCamera seen_from(OrbitCamera camera, const Vec3& eye, const Vec3& target, double field_of_view) {
    const Vec3 backward = eye - target;
    const Horizon around = horizon(camera.up);
    camera.target = target;
    camera.distance = std::max(backward.norm(), 1e-9);
    camera.pitch = std::clamp(std::asin(std::clamp(backward.dot(camera.up) / camera.distance, -1.0, 1.0)), -pitch_limit,
                              pitch_limit);
    camera.yaw = std::atan2(backward.dot(around.side), backward.dot(around.front));
    camera.field_of_view = field_of_view * std::numbers::pi / 180.0;
    return camera;
}

OrbitCamera blended(const OrbitCamera& from, const OrbitCamera& to, double share) {
    OrbitCamera camera = to;
    camera.target = from.target + share * (to.target - from.target);
    camera.yaw = from.yaw + share * (to.yaw - from.yaw);
    camera.pitch = from.pitch + share * (to.pitch - from.pitch);
    camera.distance = from.distance * std::pow(to.distance / from.distance, share);
    return camera;
}

void GlidingCamera::jump_to(const OrbitCamera& camera) {
    goal = camera;
    now_ = camera;
}

void GlidingCamera::carry(const Vec3& way) {
    goal.target += way;
    now_.target += way;
}

void GlidingCamera::widen(double share) {
    for (OrbitCamera* camera : {&goal, &now_}) {
        camera->distance *= share;
        camera->scene_radius *= share;
    }
}

void GlidingCamera::advance(double seconds) {
    now_ = is_gliding() ? blended(now_, goal, 1.0 - std::exp(-seconds / glide_seconds)) : goal;
}

bool GlidingCamera::is_gliding() const {
    const double turn = std::abs(goal.yaw - now_.yaw) + std::abs(goal.pitch - now_.pitch);
    const double way = (goal.target - now_.target).norm() + std::abs(goal.distance - now_.distance);
    return turn + way / goal.distance > 1e-4;
}

} // namespace limber::app
