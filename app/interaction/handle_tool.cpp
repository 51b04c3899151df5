// SPDX-License-Identifier: MIT
#include "app/interaction/handle_tool.h"

#include "app/character/starting_controls.h"
#include "app/interaction/dots.h"

#include <array>
#include <utility>

namespace limber::app {
namespace {

constexpr double depth_per_step = 0.06; // of the body's size, per notch of the wheel while pulling

bool drags_springs(const Touchable& scene) {
    return scene.controls && scene.controls->drags_springs && !scene.controls->springs.empty();
}

} // namespace

std::optional<Layer> HandleTool::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    clear_find();
    if (!scene.holds(mouse.at) || !scene.controls) {
        return std::nullopt;
    }
    found_ = id_at_pixel(
        scene.controls->handles, [](const PointHandle& handle) { return handle.target; }, mouse.at, scene);
    has_found_flesh_ = !found_ && hit.flesh && !mouse.is_double;
    return found_ ? std::optional(Layer::handle) : has_found_flesh_ ? std::optional(Layer::flesh) : std::nullopt;
}

void HandleTool::clear_find() {
    found_.reset();
    has_found_flesh_ = false;
}

Commands HandleTool::press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    if (!found_) {
        return hit.flesh ? pull_flesh(mouse, *hit.flesh, scene) : Commands{};
    }
    held_ = Held{*found_, with_id(scene.controls->handles, *found_)->target, mouse.at, false, true, false};
    return {Select{{Selection::Kind::handle, *found_}}};
}

Commands HandleTool::pull_flesh(const Mouse& mouse, const SurfaceHit& hit, const Touchable& scene) {
    const std::vector<PointHandle>& handles = scene.controls->handles;
    if (handles.size() >= handles_max) {
        return {ShowMessage{{Message::Kind::notice, std::to_string(handles_max) +
                                                        " handles are the maximum for one character: delete one "
                                                        "first."}}};
    }
    const int id = free_id(handles, next_id_);
    next_id_ = id + 1;
    const std::array<double, 3> weights{hit.barycentric.x(), hit.barycentric.y(), hit.barycentric.z()};
    held_ = Held{id, hit.position, mouse.at, false, mouse.shift, true};
    PointHandle handle = handle_at(*scene.character, id, hit.triangle, weights, scene.handle_stiffness, hit.position);
    handle.moves_springs = drags_springs(scene);
    return {AddHandle{handle}};
}

void HandleTool::drag(const Mouse& mouse, const Touchable& scene) {
    if (!held_) {
        return;
    }
    held_->has_moved = held_->has_moved || (mouse.at - held_->start).norm() >= click_pixels;
    pull_to(mouse.at, scene);
}

void HandleTool::pull_to(const Pixel& to, const Touchable& scene) {
    const MouseRay ray = mouse_ray(scene.camera, scene.area, to);
    const auto target = meeting_point(ray, held_->plane_point, frame_of(scene.camera).backward);
    if (target && held_->has_moved) {
        moved_ = *target;
    }
}

bool HandleTool::scroll(double steps, const Mouse& mouse, const Touchable& scene) {
    if (!held_) {
        return false;
    }
    const double way = depth_per_step * scene.camera.scene_radius * steps;
    held_->plane_point -= way * frame_of(scene.camera).backward;
    held_->has_moved = true;
    pull_to(mouse.at, scene);
    return true;
}

Commands HandleTool::take_edits(const Touchable&) {
    const auto moved = std::exchange(moved_, std::nullopt);
    return held_ && moved ? Commands{MoveHandle{held_->id, *moved}} : Commands{};
}

Tool::Release HandleTool::release(const Mouse&, const Touchable&) {
    const Held released = *std::exchange(held_, std::nullopt);
    if (!released.is_pinned) {
        return {!released.has_moved, {RemoveHandle{released.id}}};
    }
    return {false, released.is_new ? Commands{Select{{Selection::Kind::handle, released.id}}} : Commands{}};
}

void HandleTool::cancel() {
    held_.reset();
    moved_.reset();
}

void HandleTool::pin() {
    if (held_) {
        held_->is_pinned = true;
    }
}

int HandleTool::pinned_count(const CharacterControls& controls) const {
    const int count = static_cast<int>(controls.handles.size());
    return held_ && !held_->is_pinned ? count - 1 : count;
}

void HandleTool::draw(Sketch& sketch, const Touchable& scene) const {
    if (!scene.character || !scene.pose || !scene.controls) {
        return;
    }
    for (const PointSpring& spring : scene.controls->springs) {
        SpringLine line = scene.line_of(spring);
        line.selected = scene.selection == Selection{Selection::Kind::spring, spring.id};
        draw_spring(sketch, line, scene.camera, scene.area, scene.content_scale);
    }
    for (const HandleLine& handle : scene.other_handles) {
        draw_handle(sketch, handle, scene.camera, scene.area, scene.content_scale);
    }
    for (const PointHandle& handle : scene.controls->handles) {
        const bool is_held = held_ && held_->id == handle.id;
        const bool is_selected = scene.selection == Selection{Selection::Kind::handle, handle.id};
        draw_handle(sketch,
                    {scene.point_of(handle), handle.target, is_held || found_ == handle.id, is_selected,
                     !is_held || held_->is_pinned},
                    scene.camera, scene.area, scene.content_scale);
    }
}

std::string HandleTool::hint(const SurfacesHit&, const Touchable& scene) const {
    if (held_) {
        return held_->is_pinned ? "Drag to move this handle; the wheel pushes and pulls"
                                : "Release to remove this handle, or press I to keep it; the wheel pushes and pulls";
    }
    if (found_) {
        return "Drag to move this handle, Delete to remove it";
    }
    return drags_springs(scene) ? "Drag: the springs bring this place along (Shift: keep the handle)"
                                : "Drag to pull the flesh (Shift: keep the handle)";
}

CursorShape HandleTool::cursor() const {
    return found_ && !held_ ? CursorShape::hand : CursorShape::grab;
}

} // namespace limber::app
