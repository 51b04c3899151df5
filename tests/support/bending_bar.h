// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/step.h"
#include "tests/support/free_body.h"

#include <vector>

/// A soft bar in free flight whose one muscle is its first bending mode, activated at the start: figure 5 of Actuators
/// A La Mode, where the body reaches the target faster with fewer groups of tets.
namespace limber::testing {

struct BendingBar {
    static constexpr double time_step = 1.0 / 240.0; // [s]

    FreeBody body;
    Matrix D; // 3n x 1 [m]

    static BendingBar made();
    /// Progress towards the muscle's shape, from 0 to 1, after each of `steps` steps at activation 1. The muscle's
    /// target has one rotation for each of `groups` groups of tets.
    std::vector<double> response(const Clusters& groups, int steps) const;
};

} // namespace limber::testing
