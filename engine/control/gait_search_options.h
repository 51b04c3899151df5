// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_space.h"
#include "engine/control/objective.h"

#include <cstdint>

namespace limber {

/// How a gait search runs (gait_search.h).
struct GaitSearchOptions {
    int generations = 200;
    Index population = 16;
    int steps = 300;    // of a rollout
    double sigma = 0.3; // first standard deviation, in the unit cube
    int restarts = 0;
    std::uint64_t seed = 1;
    bool operator==(const GaitSearchOptions&) const = default;
};

/// What a search optimises.
struct GaitSearchTerms {
    GaitSpace space;
    Objective objective;
    GaitSearchOptions options;
    Vec3 start = Vec3::Zero(); // [m] the centre of mass where every rollout begins
};

} // namespace limber
