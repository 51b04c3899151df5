// SPDX-License-Identifier: MIT
#include "app/controllers/surroundings_controller.h"
#include "app/document/obstacle_placing.h"
#include "app/simulation/shown_obstacles.h"
#include "app/view/contact_marks.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

// For each obstacle: its kind, its position as it is shown, and its pixel.
Json obstacles_json(const SessionState& state) {
    Json::array_t obstacles;
    for (const Obstacle& obstacle : state.editor.environment().obstacles) {
        const Vec3 at = apply(shown_at(obstacle, state.shown.all), standing_of(obstacle.shape).col(3));
        const Pixel seen = pixel_of(state.camera.now(), state.area(), at).value_or(Pixel(-1, -1));
        obstacles.emplace_back(
            Json::array_t{obstacle_names.at(obstacle.shape.index()), to_json(at), Json::array_t{seen.x(), seen.y()}});
    }
    return obstacles;
}

// The number of possible contact points and their mean position on the body at rest.
Json touchable_json(const Character& character) {
    if (!character.contact_points) {
        return Json::array_t{0};
    }
    Vec3 mean = Vec3::Zero();
    for (const int vertex : character.contact_points->vertices) {
        mean += character.mesh.X.row(vertex).transpose() / static_cast<double>(character.contact_points->count());
    }
    return Json::array_t{static_cast<std::int64_t>(character.contact_points->count()), to_json(mean)};
}

} // namespace

void SurroundingsController::report(Json& report, const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    report.emplace("contacts", touching_count(selected));
    report.emplace("contacts_left_out", selected.report.contacts_left_out);
    report.emplace("touchable", touchable_json(*selected.character));
    report.emplace("floor_friction", state.editor.description().contact.floor_friction);
    report.emplace("obstacles", obstacles_json(state));
}

} // namespace limber::app
