// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/descent.h"
#include "engine/stepper/descent_memory.h"

#include <functional>

namespace limber {

/// A function of k x 3 coordinates that a descent minimises.
struct DescentProblem {
    std::function<void(Iterate&)> evaluate;           // computes objective and gradient at Z
    std::function<void(Coordinates&)> solve_metric;   // applies the initial inverse Hessian to rows, in place
    std::function<double(const Iterate&)> round_off;  // of a difference of two objectives
    std::function<bool(const Iterate&)> is_converged; // by the gradient
};

/// Scratch of quasi_newton_descent.
struct DescentScratch {
    DescentMemory memory;
    Coordinates direction; // k x 3
    Iterate trial;         // the end of the move under test
};

/// Sized, with undefined contents.
DescentScratch descent_scratch(Index coordinates);

struct DescentLimits {
    int iterations = 10;
    int pairs = 5;          // of the L-BFGS history, at most DescentMemory::pairs_max
    double tolerance = 0.0; // relative change of Z at which the descent ends; 0: never
};

/// L-BFGS from the metric with backtracking. Starts at `now`, evaluated, and leaves the best iterate there.
Descent quasi_newton_descent(const Kernel& kernel, const DescentProblem& problem, const DescentLimits& limits,
                             DescentScratch& scratch, Iterate& now);

} // namespace limber
