#include "app/character/skin.h"
#include "app/controllers/viewport_controller.h"
#include "engine/linalg/json_matrices.h"

#include <Eigen/Geometry>

#include <numbers>

// The feature's values in the state report.
namespace limber::app {
namespace {

Json rectangle(const ViewArea& area) {
    return Json::Array{area.x, area.y, area.width, area.height};
}

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
    case Selection::Kind::nothing:
        break;
    }
    return "";
}

double bone_turn(const SessionState& state, const Selection& selection) {
    const auto& offsets = state.editor.controls().bone_offsets;
    const auto index = static_cast<std::size_t>(selection.index);
    const bool posed = selection.kind == Selection::Kind::bone && index < offsets.size();
    const Affine offset = posed ? offsets[index] : state.editor.controls().rig_offset;
    return 180.0 / std::numbers::pi * Eigen::AngleAxisd(Mat3(offset.leftCols<3>())).angle();
}

Json bones_json(const SessionState& state) {
    Json::Object bones;
    const Skeleton& skeleton = state.shown.selected.character->rig.skeleton;
    const auto segments = bone_segments(skeleton, state.shown.selected.pose);
    for (std::size_t b = 0; b < segments.size(); ++b) {
        const auto joint = pixel_of(state.camera.now(), state.area(), segments[b].joint);
        const auto tip = pixel_of(state.camera.now(), state.area(), segments[b].tip);
        if (joint && tip) {
            bones.emplace_back(skeleton.bones[b].name, Json::Array{joint->x(), joint->y(), tip->x(), tip->y()});
        }
    }
    return bones;
}

Json camera_json(const OrbitCamera& camera) {
    return Json::Object{{"yaw", camera.yaw},
                        {"pitch", camera.pitch},
                        {"distance", camera.distance},
                        {"target", to_json(camera.target)}};
}

// The pixel of the surface vertex that is closest to the camera, so that no other part hides it. It is moved a little
// towards the middle of the body, so that it is not on the silhouette.
Pixel nearest_pixel(const Points& x, const OrbitCamera& camera, const ViewArea& area) {
    Index nearest = 0;
    const Vec3 eye = frame_of(camera).eye;
    (x.rowwise() - eye.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
    const Vec3 inside = 0.95 * x.row(nearest).transpose() + 0.05 * x.colwise().mean().transpose();
    return pixel_of(camera, area, inside).value_or(area.centre());
}

} // namespace

void ViewportController::report(Json::Object& report, const SessionState& state) const {
    report.emplace_back("handles", static_cast<std::int64_t>(state.editor.controls().handles.size()));
    report.emplace_back("holding", state.activity.is_dragging || state.activity.is_painting);
    report.emplace_back("camera", camera_json(state.camera.goal));
    report.emplace_back("gliding", state.camera.is_gliding());
    report.emplace_back("view", rectangle(state.area()));
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    const Points moved = boundary_positions(selected, {true, 1.0});
    const Points rig = boundary_positions(selected, {false, 1.0});
    const Pixel flesh = nearest_pixel(moved, state.camera.now(), state.area());
    report.emplace_back("secondary_motion", (moved - rig).rowwise().norm().maxCoeff());
    report.emplace_back("flesh", Json::Array{flesh.x(), flesh.y()});
    report.emplace_back("selection", selection_name(interaction_.selection, *selected.character));
    report.emplace_back("bone_turn", bone_turn(state, interaction_.selection));
    report.emplace_back("bones", bones_json(state));
}

} // namespace limber::app
