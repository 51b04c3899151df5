// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/controllers/posing_controller.h"
#include "app/controllers/touchable_scene.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <numbers>

// The feature's values in the state report.
namespace limber::app {
namespace {

std::string selection_name(const Selection& selection, const Character& character) {
    switch (selection.kind) {
    case Selection::Kind::bone:
        return "bone " + character.rig.skeleton.bones[static_cast<std::size_t>(selection.index)].name;
    case Selection::Kind::whole_rig:
        return "whole rig";
    case Selection::Kind::handle:
        return "handle " + std::to_string(selection.index);
    case Selection::Kind::obstacle:
        return "obstacle " + std::to_string(selection.index);
    case Selection::Kind::force:
        return "force " + std::to_string(selection.index);
    case Selection::Kind::spring:
        return "spring " + std::to_string(selection.index);
    case Selection::Kind::nothing:
        break;
    }
    return "";
}

double bone_turn(const SessionState& state) {
    const Selection& selection = state.selection;
    const auto& offsets = state.editor.controls().bone_offsets;
    const auto index = static_cast<std::size_t>(selection.index);
    const bool posed = selection.kind == Selection::Kind::bone && index < offsets.size();
    const Affine offset = posed ? offsets[index] : state.editor.controls().rig_offset;
    return 180.0 / std::numbers::pi * Eigen::AngleAxisd(Mat3(offset.leftCols<3>())).angle();
}

Json bones_json(const SessionState& state) {
    Json::object_t bones;
    const Skeleton& skeleton = state.shown.selected.character->rig.skeleton;
    const auto segments = bone_segments(skeleton, state.shown.selected.pose);
    for (std::size_t b = 0; b < segments.size(); ++b) {
        const auto joint = pixel_of(state.camera.now(), state.area(), segments[b].joint);
        const auto tip = pixel_of(state.camera.now(), state.area(), segments[b].tip);
        if (joint && tip) {
            bones.emplace_back(skeleton.bones[b].name, Json::array_t{joint->x(), joint->y(), tip->x(), tip->y()});
        }
    }
    return bones;
}

// The vectors [N], and the pixels of the arrows' tips.
Json forces_json(const SessionState& state) {
    const Touchable scene = touchable(state);
    Json::array_t forces;
    for (const AppliedForce& applied : state.editor.controls().forces) {
        const auto tip =
            scene.arrow_of ? pixel_of(scene.camera, scene.area, scene.arrow_of(applied).tip) : std::nullopt;
        const Pixel at = tip.value_or(Pixel::Zero());
        forces.emplace_back(Json::object_t{
            {"id", applied.id}, {"force", to_json(applied.force)}, {"tip", Json::array_t{at.x(), at.y()}}});
    }
    return forces;
}

// Where each handle of the selected character holds it, and its target [m].
Json held_json(const SessionState& state) {
    const Touchable scene = touchable(state);
    Json::array_t held;
    for (const PointHandle& handle : state.editor.controls().handles) {
        const Vec3 point = scene.point_of ? scene.point_of(handle) : handle.target;
        held.emplace_back(
            Json::object_t{{"id", handle.id}, {"point", to_json(point)}, {"target", to_json(handle.target)}});
    }
    return held;
}

// With their own rest lengths and those of the last step [m].
Json springs_json(const SessionState& state) {
    Json::array_t springs;
    const std::vector<ShownSpring>& shown = state.shown.selected.springs;
    for (const PointSpring& spring : state.editor.controls().springs) {
        const auto found = std::ranges::find(shown, spring.id, &ShownSpring::id);
        springs.emplace_back(
            Json::object_t{{"id", spring.id},
                           {"name", spring.name},
                           {"rest_length", spring.rest_length},
                           {"rest_length_now", found == shown.end() ? spring.rest_length : found->rest_length}});
    }
    return springs;
}

} // namespace

void PosingController::report(Json& report, const SessionState& state) {
    report.emplace("handles", static_cast<std::int64_t>(state.editor.controls().handles.size()));
    report.emplace("held", held_json(state));
    report.emplace("forces", forces_json(state));
    report.emplace("springs", springs_json(state));
    report.emplace("holding", state.activity.is_dragging || state.activity.is_painting);
    if (const Character* character = state.shown.selected.character.get()) {
        report.emplace("selection", selection_name(state.selection, *character));
        report.emplace("bone_turn", bone_turn(state));
        report.emplace("bones", bones_json(state));
    }
}

} // namespace limber::app
