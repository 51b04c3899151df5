// SPDX-License-Identifier: MIT
#include "app/controllers/surroundings_controller.h"
#include "app/document/obstacle_placing.h"
#include "app/view/contact_marks.h"
#include "engine/linalg/json_matrices.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

// For each obstacle: its kind, its position, and its pixel.
Json obstacles_json(const SessionState& state) {
    Json::Array obstacles;
    for (const Obstacle& obstacle : state.editor.environment().obstacles) {
        const Vec3 at = standing_of(obstacle.shape).col(3);
        const Pixel seen = pixel_of(state.camera.now(), state.area(), at).value_or(Pixel(-1, -1));
        obstacles.emplace_back(
            Json::Array{obstacle_names.at(obstacle.shape.index()), to_json(at), Json::Array{seen.x(), seen.y()}});
    }
    return obstacles;
}

// The number of possible contact points and their mean position on the body at rest.
Json touchable_json(const Character& character) {
    if (!character.contact_points) {
        return Json::Array{0};
    }
    Vec3 mean = Vec3::Zero();
    for (const int vertex : character.contact_points->vertices) {
        mean += character.mesh.X.row(vertex).transpose() / static_cast<double>(character.contact_points->count());
    }
    return Json::Array{static_cast<std::int64_t>(character.contact_points->count()), to_json(mean)};
}

} // namespace

void SurroundingsController::report(Json::Object& report, const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    report.emplace_back("contacts", touching_count(selected));
    report.emplace_back("contacts_left_out", selected.report.contacts_left_out);
    report.emplace_back("touchable", touchable_json(*selected.character));
    report.emplace_back("floor_friction", state.editor.description().contact.floor_friction);
    report.emplace_back("obstacles", obstacles_json(state));
}

} // namespace limber::app
