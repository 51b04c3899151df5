// SPDX-License-Identifier: MIT
#include "app/panels/gait_search_numbers.h"

#include "app/panels/numbers.h"
#include "app/search/gait_search_problem.h"
#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

namespace limber::app {
namespace {

const GaitSearchSettings usual;

// Draws a check box, and a number while it is checked.
bool fixes(const char* name, const char* text, double first, std::optional<double>& value) {
    bool is_fixed = value.has_value();
    if (edit(name, text, is_fixed)) {
        value = is_fixed ? std::optional(first) : std::nullopt;
    }
    return is_fixed;
}

// Returns the objective without directions and target: they set where the body goes, not how.
Objective weights_of(Objective objective) {
    objective.direction.setZero();
    objective.facing.setZero();
    objective.target.reset();
    return objective;
}

std::string goal_of(GaitRole role) {
    switch (role) {
    case GaitRole::none:
        return "do as weighted";
    case GaitRole::forward:
        return "go forward";
    case GaitRole::back:
        return "go back";
    case GaitRole::jump:
        return "jump";
    case GaitRole::left:
    case GaitRole::right:
        break;
    }
    return "turn " + name_of(role);
}

// The goal has another name than its key once the weights were changed.
void goals(GaitSearchSettings& chosen) {
    std::vector<std::string> goals = {goal_of(GaitRole::none)};
    for (const GaitRole role : driven_roles) {
        goals.push_back(goal_of(role));
    }
    const std::string now = goal_words(chosen.role, chosen.objective);
    int goal = static_cast<int>(chosen.role);
    if (now != goals[static_cast<std::size_t>(goal)]) {
        goal = static_cast<int>(goals.size());
        goals.push_back(now);
    }
    if (edit("Goal", "Sets the weights below, and the key that plays the gait", goals, goal) &&
        goal <= static_cast<int>(driven_roles.size())) {
        chosen = with_role(chosen, static_cast<GaitRole>(goal));
    }
}

void weights(GaitSearchSettings& chosen) {
    Objective& objective = chosen.objective;
    edit({"Travel", "%.2f", "Weight of the distance along the direction times the worst alignment (J)", -4.0, 8.0, 1.0},
         objective.travel);
    edit({"Speed", "%.2f", "Weight of the speed along the direction, for any facing", -8.0, 8.0, 0.0}, objective.speed);
    edit({"Direction", "%.0f\u00b0", "Direction to move in, to the left of the front; the arrow on the floor shows it",
          -0.5, 0.5, 0.0, 1.0 / 360.0},
         chosen.direction);
    if (fixes("Own facing", "On: faces a separate direction. Off: faces the direction of motion", 0.0, chosen.facing)) {
        edit({"Facing", "%.0f\u00b0", "Direction to face, to the left of the front", -0.5, 0.5, 0.0, 1.0 / 360.0},
             *chosen.facing);
    }
    edit({"Approach", "%.2f", "Weight of how much closer the body is to the target at the end", -4.0, 8.0, 0.0},
         objective.approach);
    if (objective.approach != 0.0) {
        constexpr double most = target_distance_max;
        edit({"Ahead", "%.2f m", "The target, in front of the body; it can be dragged on the floor", -most, most,
              usual.ahead},
             chosen.ahead);
        edit({"Aside", "%.2f m", "The target, to the left of the body; it can be dragged on the floor", -most, most,
              usual.aside},
             chosen.aside);
    }
    edit({"Turn", "%.2f", "Weight of turning left; below 0: right", -10.0, 10.0, 0.0}, objective.turn);
    edit({"Jump", "%.2f", "Weight of the mean height of the centre of mass", -8.0, 8.0, 0.0}, objective.height);
    edit({"Leap", "%.2f", "Weight of its highest rise", -8.0, 8.0, 0.0}, objective.leap);
    edit({"Stay upright", "%.2f", "Weight of the worst uprightness", -4.0, 8.0, usual.objective.upright},
         objective.upright);
    edit({"Save energy", "%.2f", "Weight of the energy that the muscles spend, a cost", 0.0, 8.0, 0.0},
         objective.energy);
}

// Each of these parameters is fixed by the user or chosen by the search.
void style(GaitSpace& space, int muscles) {
    if (fixes("Fixed amplitude",
              "On: fixes the amplitude of every muscle without a fixed amplitude of its own (A, above)", 0.5,
              space.amplitude)) {
        edit({"Amplitude of all", "%.2f", "The amplitude (A)", 0.0, 1.0, 0.5}, *space.amplitude);
    } else {
        edit({"Largest amplitude", "%.2f", "Upper limit of the search; the sum of harmonics is clamped to it", 0.1, 1.5,
              usual.space.amplitude_max},
             space.amplitude_max);
    }
    if (fixes("Fixed period", "On: fixes the period of every muscle without a fixed period of its own (T, above)", 0.8,
              space.period)) {
        edit({"Period of all", "%.2f s", "The period (T) of the gait", 0.1, 5.0, 0.8, 1.0, true}, *space.period);
    } else {
        edit({"Shortest period", "%.2f s", "Lower limit of the search; shorter periods look like trembling", 0.1, 2.0,
              0.5, 1.0, true},
             space.period_min);
        edit({"Longest period", "%.2f s", "Upper limit of the search", 0.5, 5.0, 2.0, 1.0, true}, space.period_max);
    }
    bool own_periods = !space.common_period;
    edit("Own periods",
         "On: each muscle and harmonic has its own period (T_ij), as in the paper. Off: one beat for all", own_periods);
    space.common_period = !own_periods;
    if (fixes("Fixed phase", "On: fixes the phase of every muscle without a fixed phase of its own (\u03b8, above)",
              0.0, space.phase)) {
        edit({"Phase of all", "%.2f turns", "The phase (theta)", 0.0, 1.0, 0.0}, *space.phase);
    }
    edit({"Ramp", "%.2f s", "Time over which the amplitudes rise from 0", 0.0, 2.0, usual.space.ramp}, space.ramp);
    int taking_part = static_cast<int>(space.taking_part);
    edit({"Active muscles", "%d",
          "Number of muscles that may move. The search chooses them by their participation, except those "
          "fixed in or out above; 0: all",
          0.0, static_cast<double>(muscles), 0.0},
         taking_part);
    space.taking_part = taking_part;
    int harmonics = static_cast<int>(space.harmonics);
    edit({"Harmonics", "%d", "Sinusoids a muscle (k)", 1.0, 6.0, 1.0}, harmonics);
    space.harmonics = harmonics;
}

void effort_of_search(GaitSearchSettings& chosen) {
    GaitSearchOptions& search = chosen.search;
    edit({"Generations", "%d", "Generations of the evolution (CMA-ES)", 10.0, 1000.0, 120.0}, search.generations);
    int population = static_cast<int>(search.population);
    edit({"Population", "%d", "Candidates per generation, with one rollout each", 4.0, 128.0, 16.0}, population);
    search.population = population;
    edit({"Rollout", "%.1f s", "How long each candidate moves", 0.5, 20.0, usual.seconds}, chosen.seconds);
    edit({"Restarts", "%d", "Restarts with twice the population after the evolution has converged", 0.0, 8.0, 0.0},
         search.restarts);
    int seed = static_cast<int>(search.seed);
    if (edit({"Seed", "%d", "The same seed finds the same gait", 1.0, 9999.0, 1.0}, seed).changed) {
        search.seed = static_cast<std::uint64_t>(seed);
    }
}

} // namespace

void gait_search_settings(PanelContext& context) {
    GaitSearchSettings& chosen = context.draft.description.muscles.problem;
    goals(chosen);
    weights(chosen);
    style(chosen.space, static_cast<int>(context.ui_state.character->musculature.count()));
    effort_of_search(chosen);
}

std::string goal_words(GaitRole role, const Objective& objective) {
    const bool is_usual = weights_of(objective) == weights_of(with_role({}, role).objective);
    return is_usual || role == GaitRole::none ? goal_of(role) : "do as weighted (" + name_of(role) + ")";
}

GaitSearchProblem chosen_settings(const PanelContext& context) {
    const CharacterDraft& draft = context.draft;
    return gait_search_problem(draft.description.muscles.problem,
                               live_controls(draft.controls, draft.description.contact, draft.environment),
                               *context.ui_state.character);
}

} // namespace limber::app
