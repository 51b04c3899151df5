// SPDX-License-Identifier: MIT
#include "app/interaction/force_tool.h"

#include "app/character/starting_controls.h"
#include "app/interaction/dots.h"

#include <array>
#include <utility>

namespace limber::app {
std::optional<Layer> ForceTool::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    clear_find();
    if (!scene.holds(mouse.at) || !scene.controls || !scene.arrow_of) {
        return std::nullopt;
    }
    found_ = id_at_pixel(
        scene.controls->forces, [&](const AppliedForce& applied) { return scene.arrow_of(applied).tip; }, mouse.at,
        scene);
    has_found_flesh_ = !found_ && mouse.control && hit.flesh && !mouse.is_double;
    return found_ || has_found_flesh_ ? std::optional(Layer::handle) : std::nullopt;
}

void ForceTool::clear_find() {
    found_.reset();
    has_found_flesh_ = false;
}

Commands ForceTool::press(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    if (!found_) {
        return hit.flesh ? begin_force(mouse, *hit.flesh, scene) : Commands{};
    }
    const ForceArrow arrow = scene.arrow_of(*with_id(scene.controls->forces, *found_));
    held_ = Held{*found_, arrow.point, arrow.tip, mouse.at, false, false};
    return {Select{{Selection::Kind::force, *found_}}};
}

Commands ForceTool::begin_force(const Mouse& mouse, const SurfaceHit& hit, const Touchable& scene) {
    const std::vector<AppliedForce>& forces = scene.controls->forces;
    if (forces.size() >= forces_max) {
        return {
            ShowMessage{{Message::Kind::notice,
                         std::to_string(forces_max) + " forces are the maximum for one character: delete one first."}}};
    }
    const int id = free_id(forces, next_id_);
    next_id_ = id + 1;
    held_ = Held{id, hit.position, hit.position, mouse.at, false, true};
    const std::array<double, 3> weights{hit.barycentric.x(), hit.barycentric.y(), hit.barycentric.z()};
    const PointHandle at = handle_at(*scene.character, id, hit.triangle, weights, 0.0, hit.position);
    return {AddForce{{id, at.vertices, at.barycentric, Vec3::Zero(), 0.0}}};
}

void ForceTool::drag(const Mouse& mouse, const Touchable& scene) {
    if (!held_ || !scene.controls) {
        return;
    }
    held_->has_moved = held_->has_moved || (mouse.at - held_->start).norm() >= click_pixels;
    if (const AppliedForce* applied = with_id(scene.controls->forces, held_->id); applied && scene.arrow_of) {
        held_->point = scene.arrow_of(*applied).point;
    }
    const MouseRay ray = mouse_ray(scene.camera, scene.area, mouse.at);
    const auto tip = meeting_point(ray, held_->plane_point, frame_of(scene.camera).backward);
    if (tip && held_->has_moved) {
        tip_ = *tip;
    }
}

Commands ForceTool::take_edits(const Touchable& scene) {
    const auto tip = std::exchange(tip_, std::nullopt);
    return held_ && tip ? Commands{ChangeForce{held_->id, (*tip - held_->point) / scene.metres_per_newton}}
                        : Commands{};
}

Tool::Release ForceTool::release(const Mouse&, const Touchable&) {
    const Held released = *std::exchange(held_, std::nullopt);
    if (!released.is_new) {
        return {false, {}};
    }
    return released.has_moved ? Release{false, {Select{{Selection::Kind::force, released.id}}}}
                              : Release{true, {RemoveForce{released.id}}};
}

void ForceTool::cancel() {
    held_.reset();
    tip_.reset();
}

void ForceTool::draw(Sketch& sketch, const Touchable& scene) const {
    for (const ForceArrow& arrow : scene.other_forces) {
        draw_force(sketch, arrow, scene.camera, scene.area, scene.content_scale);
    }
    if (!scene.controls || !scene.arrow_of) {
        return;
    }
    for (const AppliedForce& applied : scene.controls->forces) {
        ForceArrow arrow = scene.arrow_of(applied);
        arrow.lit = found_ == applied.id || (held_ && held_->id == applied.id);
        arrow.selected = scene.selection == Selection{Selection::Kind::force, applied.id};
        draw_force(sketch, arrow, scene.camera, scene.area, scene.content_scale);
    }
}

std::string ForceTool::hint(const SurfacesHit&, const Touchable&) const {
    if (held_) {
        return "Drag away from the body: the longer the arrow, the stronger the force";
    }
    return found_ ? "Drag the tip to change this force, Delete to remove it" : "Drag to pull a force out of the flesh";
}

CursorShape ForceTool::cursor() const {
    return found_ && !held_ ? CursorShape::hand : CursorShape::grab;
}

} // namespace limber::app
