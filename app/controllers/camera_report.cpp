// SPDX-License-Identifier: MIT
#include "app/character_skin/skin.h"
#include "app/controllers/camera_controller.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

Json rectangle(const ViewArea& area) {
    return Json::array_t{area.x, area.y, area.width, area.height};
}

Json camera_json(const OrbitCamera& camera) {
    return Json::object_t{{"yaw", camera.yaw},
                          {"pitch", camera.pitch},
                          {"distance", camera.distance},
                          {"target", to_json(camera.target)},
                          {"eye", to_json(frame_of(camera).eye)},
                          {"up", to_json(camera.up)},
                          {"field_of_view", camera.field_of_view}};
}

// The pixel of the surface vertex that is closest to the camera, so that no other part hides it. It is moved by this
// share towards the middle of the body, so that it is not on the silhouette.
Pixel nearest_pixel(const Points& x, double share, const OrbitCamera& camera, const ViewArea& area) {
    Index nearest = 0;
    const Vec3 eye = frame_of(camera).eye;
    (x.rowwise() - eye.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
    const Vec3 inside = (1.0 - share) * x.row(nearest).transpose() + share * x.colwise().mean().transpose();
    return pixel_of(camera, area, inside).value_or(area.centre());
}

} // namespace

void CameraController::report(Json& report, const SessionState& state) const {
    report.emplace("camera", camera_json(state.camera.goal));
    report.emplace("gliding", state.camera.is_gliding());
    report.emplace("view", rectangle(state.area()));
    Json compared = Json::array();
    for (const ViewArea& area : state.viewport.layout.compared) {
        compared.push_back(rectangle(area));
    }
    report.emplace("compared_views", std::move(compared));
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    const Points moved = boundary_positions(selected, {true, 1.0});
    const Points rig = boundary_positions(selected, {false, 1.0});
    const double share = selected.character->thin ? 0.0 : 0.05; // the middle of rods may be empty
    const Pixel flesh = nearest_pixel(skin_positions(selected, {true, 1.0}), share, state.camera.now(), state.area());
    report.emplace("secondary_motion", (moved - rig).rowwise().norm().maxCoeff());
    report.emplace("flesh", Json::array_t{flesh.x(), flesh.y()});
}

} // namespace limber::app
