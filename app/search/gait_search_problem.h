#pragma once

#include "app/character/character.h"
#include "app/document/gait_search_settings.h"
#include "app/document/live_controls.h"
#include "engine/control/gait_search.h"

#include <optional>

namespace limber::app {

/// What is to be learnt; the muscles are counted when it begins.
struct GaitSearchProblem {
    GaitSpace space;
    Objective objective;
    std::optional<Vec3> way_to_target{}; // [m] of the objective's target, from the centre of mass as it starts
    GaitSearchOptions search;
    GaitRole role = GaitRole::none; // that the gait is to have

    bool operator==(const GaitSearchProblem&) const = default;
};

/// Whether a search of the one may go on as the other's: it may take longer, and what is found may be meant for
/// another key.
bool is_same_search(GaitSearchProblem one, const GaitSearchProblem& other);

/// For a body under these controls: where it faces, and how many of its steps a rollout takes.
GaitSearchProblem gait_search_problem(const GaitSearchSettings& settings, const LiveControls& controls,
                                      const Character& character);

/// The target is so far from where it stands [m], as far as it may be set.
void set_way_to_target(GaitSearchSettings& settings, const Vec3& way, const LiveControls& controls,
                       const Character& character);

/// The settings that come to what a search was for, but for round-off and the key.
GaitSearchSettings settings_for(const GaitSearchTerms& terms, const LiveControls& controls, const Character& character);

} // namespace limber::app
