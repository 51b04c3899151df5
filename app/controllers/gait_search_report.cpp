// SPDX-License-Identifier: MIT
#include "app/controllers/gait_search_controller.h"
#include "engine/core/json.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

// The target's pixel, and its distances ahead and aside; null: there is no movable target.
Json goal_json(const std::optional<Goal>& goal, const SessionState& state) {
    if (!goal) {
        return {};
    }
    const GaitSearchSettings& problem = state.editor.description().muscles.problem;
    const Pixel seen = pixel_of(state.camera.now(), state.area(), goal->at).value_or(Pixel(-1, -1));
    return Json::array_t{seen.x(), seen.y(), problem.ahead, problem.aside};
}

// The fixed values of single muscles, in the format of engine/control/search_terms.h.
Json fixed_json(const GaitSearchSettings& problem) {
    const Json space = space_json(problem.space);
    const Json* fixed = find_member(space, "fixed");
    return fixed ? *fixed : Json::array_t{};
}

Json search_status_json(const GaitSearchStatus& search_status, bool is_watched) {
    return Json::object_t{
        {"running", search_status.is_running},
        {"paused", search_status.is_paused},
        {"watched", is_watched},
        {"generation", search_status.generation},
        {"best", std::isfinite(search_status.best_cost) ? Json(search_status.best_cost) : Json()},
        {"candidates",
         static_cast<std::int64_t>(search_status.population_view ? search_status.population_view->tiles.size() : 0)}};
}

} // namespace

void GaitSearchController::report(Json& report, const SessionState& state) const {
    report.emplace("searches", count_);
    if (state.shown.selected.character) {
        report.emplace("gait_search", search_status_json(status_, watches_best_));
        report.emplace("fixed", fixed_json(state.editor.description().muscles.problem));
        report.emplace("goal", goal_json(movable_goal(state), state));
    }
}

} // namespace limber::app
