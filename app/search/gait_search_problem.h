// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/gait_search_settings.h"
#include "app/document/live_controls.h"
#include "engine/control/gait_search.h"

#include <optional>

namespace limber::app {

/// The input of a gait search. The number of muscles is set when the search starts.
struct GaitSearchProblem {
    GaitSpace space;
    Objective objective;
    std::optional<Vec3> way_to_target{}; // offset of the objective's target from the initial centre of mass [m]
    GaitSearchOptions search;
    GaitRole role = GaitRole::none; // of the gait

    bool operator==(const GaitSearchProblem&) const = default;
};

/// Whether a search for one problem can continue as a search for the other: only the number of generations and the role
/// of the gait may differ.
bool is_same_search(GaitSearchProblem one, const GaitSearchProblem& other);

/// The problem for a body under these controls, which give its front and the number of steps of a rollout.
GaitSearchProblem gait_search_problem(const GaitSearchSettings& settings, const LiveControls& controls,
                                      const Character& character);

/// Sets the target at the offset `way` [m] from the body, clamped to target_distance_max.
void set_way_to_target(GaitSearchSettings& settings, const Vec3& way, const CharacterControls& controls,
                       const Character& character);

/// The settings that give the problem of a search again, except for round-off and the role.
GaitSearchSettings settings_for(const GaitSearchTerms& terms, const LiveControls& controls, const Character& character);

} // namespace limber::app
