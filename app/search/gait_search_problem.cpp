// SPDX-License-Identifier: MIT
#include "app/search/gait_search_problem.h"

#include "app/document/facing.h"
#include "engine/control/search_terms.h"
#include "engine/linalg/nearest_rotation.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double steps_max = 1e6;

// The facing of a body that is placed by the controls.
Facing facing_of(const CharacterControls& controls, const CharacterDescription& scene) {
    return {nearest_rotation(controls.rig_offset.leftCols<3>()), scene};
}

} // namespace

bool is_same_search(GaitSearchProblem one, const GaitSearchProblem& other) {
    one.search.generations = other.search.generations;
    one.role = other.role;
    return one == other;
}

GaitSearchProblem gait_search_problem(const GaitSearchSettings& settings, const LiveControls& controls,
                                      const Character& character) {
    const Facing frame = facing_of(controls, character.description);
    GaitSearchProblem problem;
    problem.role = settings.role;
    problem.objective = settings.objective;
    problem.objective.direction = frame.direction(settings.direction);
    problem.objective.facing = settings.facing ? frame.direction(*settings.facing) : Vec3(Vec3::Zero());
    if (settings.objective.approach != 0.0) {
        problem.way_to_target = settings.ahead * frame.front + settings.aside * frame.left();
    }
    problem.space = settings.space;
    problem.space.parts = parts_of(settings, character.musculature.count());
    problem.space.fixed.resize(std::min(problem.space.fixed.size(), character.musculature.count()));
    remove_trailing_empty(problem.space.fixed);
    problem.space.period_max = std::max(problem.space.period_min, problem.space.period_max);
    problem.search = settings.search;
    problem.search.steps =
        static_cast<int>(std::clamp(std::round(settings.seconds / controls.time_step), 1.0, steps_max));
    return problem;
}

void set_way_to_target(GaitSearchSettings& settings, const Vec3& way, const CharacterControls& controls,
                       const Character& character) {
    const Facing frame = facing_of(controls, character.description);
    settings.ahead = std::clamp(way.dot(frame.front), -target_distance_max, target_distance_max);
    settings.aside = std::clamp(way.dot(frame.left()), -target_distance_max, target_distance_max);
}

GaitSearchSettings settings_for(const GaitSearchTerms& terms, const LiveControls& controls,
                                const Character& character) {
    const Facing frame = facing_of(controls, character.description);
    const Objective& objective = terms.objective;
    GaitSearchSettings settings;
    settings.role = GaitRole::none;
    settings.objective = objective;
    settings.objective.direction.setZero();
    settings.objective.facing.setZero();
    settings.objective.target.reset();
    settings.direction = objective.direction.isZero(0.0) ? 0.0 : frame.turns(objective.direction);
    settings.facing = objective.facing.isZero(0.0) ? std::nullopt : std::optional(frame.turns(objective.facing));
    if (objective.target) {
        settings.ahead = (*objective.target - terms.start).dot(frame.front);
        settings.aside = (*objective.target - terms.start).dot(frame.left());
    }
    settings.space = terms.space;
    settings.space.muscles = 0;
    settings.search = terms.options;
    settings.seconds = terms.options.steps * controls.time_step;
    return settings;
}

} // namespace limber::app
