#pragma once

#include "engine/stepper/step.h"
#include "tests/support/free_body.h"

#include <vector>

/// A soft bar in free flight whose one muscle is its first bending mode, and what it does once that is switched on:
/// figure 5 of Actuators A La Mode, where the fewer groups of tets turn their target, the faster the body takes its
/// shape.
namespace limber::testing {

struct BendingBar {
    static constexpr double time_step = 1.0 / 240.0; // [s]

    FreeBody body;
    Matrix D; // 3n x 1 [m]

    static BendingBar made();
    /// How far the body has gone towards the muscle's shape, of 1, after each of so many steps at activation 1.
    /// `groups` turn the muscle's target, each as one.
    std::vector<double> response(const Clusters& groups, int steps) const;
};

} // namespace limber::testing
