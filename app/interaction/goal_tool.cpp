// SPDX-License-Identifier: MIT
#include "app/interaction/goal_tool.h"

#include <utility>

namespace limber::app {
namespace {

std::optional<Vec3> floor_point(const Pixel& pixel, const Goal& goal, const Touchable& scene) {
    return meeting_point(mouse_ray(scene.camera, scene.area, pixel), goal.at, goal.up);
}

bool is_dot_at(const Pixel& pixel, const Goal& goal, const Touchable& scene) {
    const auto seen = pixel_of(scene.camera, scene.area, goal.at);
    return seen && (*seen - pixel).norm() < dot_reach * scene.content_scale;
}

} // namespace

// The flesh covers the ring, but not the dot in its middle.
std::optional<Layer> GoalTool::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    is_found_ = false;
    if (!goal_ || !scene.holds(mouse.at)) {
        return std::nullopt;
    }
    const auto point = floor_point(mouse.at, *goal_, scene);
    const bool is_dot = is_dot_at(mouse.at, *goal_, scene);
    const bool is_in_ring = point && (*point - goal_->at).norm() < goal_->radius && !hit.flesh;
    is_found_ = is_dot || is_in_ring;
    return is_dot ? std::optional(Layer::mark) : is_in_ring ? std::optional(Layer::floor) : std::nullopt;
}

Commands GoalTool::press(const Mouse& mouse, const SurfacesHit&, const Touchable& scene) {
    if (goal_) {
        const auto pressed = floor_point(mouse.at, *goal_, scene);
        held_ = Held{*goal_, pressed ? Vec3(goal_->at - *pressed) : Vec3(Vec3::Zero())};
    }
    return {};
}

void GoalTool::drag(const Mouse& mouse, const Touchable& scene) {
    if (const auto point = held_ ? floor_point(mouse.at, held_->start, scene) : std::nullopt) {
        moved_ = *point + held_->grip;
    }
}

Commands GoalTool::take_edits(const Touchable&) {
    const auto moved = std::exchange(moved_, std::nullopt);
    return moved ? Commands{MoveGoal{*moved}} : Commands{};
}

Tool::Release GoalTool::release(const Mouse&, const Touchable&) {
    cancel();
    return {};
}

void GoalTool::cancel() {
    held_.reset();
    moved_.reset();
}

std::string GoalTool::hint(const SurfacesHit&, const Touchable&) const {
    return is_found_ && !held_ ? "Drag the target along the floor" : "";
}

} // namespace limber::app
