#pragma once

#include "app/scene/gait_library.h"
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

} // namespace limber::app
