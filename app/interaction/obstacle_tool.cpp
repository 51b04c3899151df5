// SPDX-License-Identifier: MIT
#include "app/interaction/obstacle_tool.h"

#include "app/document/obstacle_placing.h"

namespace limber::app {
namespace {

const Obstacle* obstacle_at(int index, const Touchable& scene) {
    const bool is_there = scene.obstacles && index >= 0 && index < static_cast<int>(scene.obstacles->size());
    return is_there ? &(*scene.obstacles)[static_cast<std::size_t>(index)] : nullptr;
}

const Obstacle* selected_obstacle(const Touchable& scene) {
    return scene.selection.kind == Selection::Kind::obstacle ? obstacle_at(scene.selection.index, scene) : nullptr;
}

} // namespace

std::optional<Layer> ObstacleTool::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    clear_find();
    if (const auto gizmo = GizmoTool::find(mouse, hit, scene)) {
        return gizmo;
    }
    found_obstacle_ = hit.obstacle ? std::optional(hit.obstacle->obstacle) : std::nullopt;
    return found_obstacle_ ? std::optional(Layer::obstacle) : std::nullopt;
}

void ObstacleTool::clear_find() {
    GizmoTool::clear_find();
    found_obstacle_.reset();
}

Commands ObstacleTool::click(const Touchable&) {
    return found_obstacle_ ? Commands{Select{{Selection::Kind::obstacle, *found_obstacle_}}} : Commands{};
}

std::string ObstacleTool::hint(const SurfacesHit& hit, const Touchable& scene) const {
    const Obstacle* obstacle = found_obstacle_ ? obstacle_at(*found_obstacle_, scene) : nullptr;
    return obstacle ? std::string("Click to select this obstacle (") + obstacle_names.at(obstacle->shape.index()) +
                          "), drag to orbit"
                    : GizmoTool::hint(hit, scene);
}

std::optional<GizmoFrame> ObstacleTool::frame(const Touchable& scene) const {
    const Obstacle* obstacle = selected_obstacle(scene);
    return obstacle ? std::optional(gizmo_frame(standing_of(obstacle->shape))) : std::nullopt;
}

void ObstacleTool::begin(const Touchable& scene) {
    held_ = scene.selection.index;
    start_ = selected_obstacle(scene)->shape;
}

Commands ObstacleTool::moved(const Affine& change, const Touchable&) {
    return {MoveObstacle{held_, carried(start_, change)}};
}

} // namespace limber::app
