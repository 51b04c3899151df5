// SPDX-License-Identifier: MIT
#include "app/interaction/gizmo_tool.h"

#include "app/character/character.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {

std::optional<Layer> GizmoTool::find(const Mouse& mouse, const SurfacesHit&, const Touchable& scene) {
    clear_find();
    if (const auto gizmo = scene.holds(mouse.at) ? frame(scene) : std::nullopt) {
        found_ = part_under(mouse.at, *gizmo, scene.camera, scene.area, scene.content_scale);
    }
    return found_ == GizmoPart::none ? std::nullopt : std::optional(Layer::gizmo);
}

Commands GizmoTool::press(const Mouse& mouse, const SurfacesHit&, const Touchable& scene) {
    if (const auto gizmo = frame(scene)) {
        begin(scene);
        drag_.emplace(found_, *gizmo, scene.camera, scene.area, mouse.at);
    }
    return {};
}

void GizmoTool::drag(const Mouse& mouse, const Touchable&) {
    if (drag_) {
        change_ = drag_->change_at(mouse.at, mouse.control);
    }
}

Commands GizmoTool::take_edits(const Touchable& scene) {
    const auto change = std::exchange(change_, std::nullopt);
    return change ? moved(*change, scene) : Commands{};
}

Tool::Release GizmoTool::release(const Mouse&, const Touchable&) {
    cancel();
    return {};
}

void GizmoTool::cancel() {
    drag_.reset();
    change_.reset();
}

void GizmoTool::draw(Sketch& sketch, const Touchable& scene) const {
    const auto gizmo = scene.character ? frame(scene) : std::nullopt;
    if (!gizmo) {
        return;
    }
    Sketch lines = drawn(*gizmo, drag_ ? drag_->part() : found_, scene.camera, scene.area, scene.content_scale);
    std::ranges::move(lines.strokes, std::back_inserter(sketch.strokes));
    std::ranges::move(lines.dots, std::back_inserter(sketch.dots));
}

std::string GizmoTool::hint(const SurfacesHit&, const Touchable&) const {
    if (drag_ || found_ == GizmoPart::none) {
        return "";
    }
    return found_ < GizmoPart::arrow_x ? "Drag to turn (Ctrl: steps of 15 degrees)" : "Drag to move";
}

std::optional<GizmoFrame> RigGizmoTool::frame(const Touchable& scene) const {
    if (!scene.pose || scene.pose->empty() || !scene.controls) {
        return std::nullopt;
    }
    const Selection& selection = scene.selection;
    if (selection.kind == Selection::Kind::bone && selection.index < static_cast<int>(scene.pose->size())) {
        return gizmo_frame((*scene.pose)[static_cast<std::size_t>(selection.index)]);
    }
    if (selection.kind == Selection::Kind::whole_rig) {
        Affine world = scene.controls->rig_offset;
        world.col(3) = limber::apply(world, bounding_box(scene.character->mesh.X).centre());
        return gizmo_frame(world);
    }
    return std::nullopt;
}

void RigGizmoTool::begin(const Touchable& scene) {
    what_ = scene.selection;
    start_ = scene.controls->rig_offset;
    if (what_.kind == Selection::Kind::bone) {
        const auto bone = static_cast<std::size_t>(what_.index);
        const std::vector<Affine>& offsets = scene.controls->bone_offsets;
        bone_ = (*scene.pose)[bone];
        start_ = bone < offsets.size() ? offsets[bone] : identity_affine();
    }
}

Commands RigGizmoTool::moved(const Affine& change, const Touchable& scene) {
    if (what_.kind == Selection::Kind::whole_rig) {
        return {PlaceRig{compose(change, start_)}};
    }
    const Affine in_bone = compose(inverse(bone_), compose(change, bone_));
    return scene.pose ? Commands{PoseBone{what_.index, scene.pose->size(), compose(start_, in_bone)}} : Commands{};
}

} // namespace limber::app
