// SPDX-License-Identifier: MIT
#include "app/interaction/throw_tool.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace limber::app {
namespace {

constexpr double speed_per_metre = 3.0; // of the arrow [1/s]
constexpr double fastest_throw = 12.0;  // [m/s]

// Where the ball lies on the floor.
Vec3 foot_of(const Throwable& ball) {
    return ball.centre - ball.radius * ball.up;
}

// Whether the ball is seen in this direction.
bool is_on(const Throwable& ball, const MouseRay& ray) {
    return (ball.centre - ray.origin).cross(ray.direction).norm() < ball.radius;
}

std::string words_for_speed(const RigidThrow& thrown) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f m/s", thrown.velocity.norm());
    return text.data();
}

} // namespace

std::optional<RigidThrow> throw_towards(const Vec3& target, const Throwable& ball) {
    Vec3 along = target - foot_of(ball);
    along -= along.dot(ball.up) * ball.up;
    if (!(along.norm() > ball.radius)) {
        return std::nullopt;
    }
    const double speed = std::min(speed_per_metre * along.norm(), fastest_throw);
    const Vec3 velocity = speed * along.normalized();
    return RigidThrow{velocity, ball.up.cross(velocity) / ball.radius};
}

// The flesh of the ball is pulled by no handle: this tool comes before that of the handles.
std::optional<Layer> ThrowTool::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    is_found_ = scene.throwable && hit.flesh && !mouse.control && !mouse.is_double;
    return is_found_ ? std::optional(Layer::flesh) : std::nullopt;
}

Commands ThrowTool::press(const Mouse& mouse, const SurfacesHit&, const Touchable& scene) {
    if (scene.throwable) {
        held_ = Held{*scene.throwable, mouse.at, false, foot_of(*scene.throwable)};
    }
    return {};
}

void ThrowTool::drag(const Mouse& mouse, const Touchable& scene) {
    if (!held_) {
        return;
    }
    held_->has_moved = held_->has_moved || (mouse.at - held_->start).norm() >= click_pixels;
    const MouseRay ray = mouse_ray(scene.camera, scene.area, mouse.at);
    if (is_on(held_->ball, ray)) {
        held_->target = foot_of(held_->ball);
    } else if (const auto target = meeting_point(ray, foot_of(held_->ball), held_->ball.up)) {
        held_->target = *target;
    }
}

std::optional<RigidThrow> ThrowTool::aimed() const {
    return held_ && held_->has_moved ? throw_towards(held_->target, held_->ball) : std::nullopt;
}

Tool::Release ThrowTool::release(const Mouse&, const Touchable&) {
    const auto thrown = aimed();
    const Held released = *std::exchange(held_, std::nullopt);
    if (thrown) {
        return {false, {ThrowBody{released.ball.id, *thrown}}};
    }
    return {!released.has_moved, {}};
}

// The arrow is as long as its throw is fast.
void ThrowTool::draw(Sketch& sketch, const Touchable& scene) const {
    const auto thrown = aimed();
    if (!thrown) {
        return;
    }
    const Vec3 foot = foot_of(held_->ball);
    const Vec3 tip = foot + thrown->velocity / speed_per_metre;
    draw_force(sketch, {foot, tip, true, false}, scene.camera, scene.area, scene.content_scale);
    if (const auto at = pixel_of(scene.camera, scene.area, tip)) {
        sketch.labels.push_back({*at - Pixel(0.0, 14.0 * scene.content_scale), words_for_speed(*thrown)});
    }
}

std::string ThrowTool::hint(const SurfacesHit&, const Touchable&) const {
    if (!held_) {
        return "Drag from the ball over the floor to aim, release to throw it";
    }
    const auto thrown = aimed();
    return thrown ? "Release to throw with " + words_for_speed(*thrown) + ", back on the ball to cancel"
                  : "Drag over the floor to aim: the longer the arrow, the faster the throw";
}

} // namespace limber::app
