// SPDX-License-Identifier: MIT
#include "app/controllers/gait_search_controller.h"

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
    return Json::Array{seen.x(), seen.y(), problem.ahead, problem.aside};
}

// The fixed values of single muscles, in the format of engine/control/search_terms.h.
Json fixed_json(const GaitSearchSettings& problem) {
    const Json space = space_json(problem.space);
    const Json* fixed = space.member("fixed");
    return fixed ? *fixed : Json::Array{};
}

Json search_status_json(const GaitSearchStatus& search_status, bool is_watched) {
    return Json::Object{
        {"running", search_status.is_running},
        {"paused", search_status.is_paused},
        {"watched", is_watched},
        {"generation", search_status.generation},
        {"best", std::isfinite(search_status.best_cost) ? Json(search_status.best_cost) : Json()},
        {"candidates",
         static_cast<std::int64_t>(search_status.population_view ? search_status.population_view->tiles.size() : 0)}};
}

} // namespace

void GaitSearchController::report(Json::Object& report, const SessionState& state) const {
    report.emplace_back("searches", count_);
    if (state.shown.selected.character) {
        report.emplace_back("learnt", search_status_json(status_, watches_best_));
        report.emplace_back("fixed", fixed_json(state.editor.description().muscles.problem));
        report.emplace_back("goal", goal_json(movable_goal(state), state));
    }
}

} // namespace limber::app
