// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_objective.h"
#include "engine/stepper/backtracking.h"

/// Newton's method with backtracking on the objective of a cubature step.
namespace limber {

/// The objective of a step, and what counts as its minimum.
struct CubatureProblem {
    const CubatureModel& model;
    const Controls& controls;
    CubatureObjective& objective;
    double enough = 0.0; // norm of a gradient that counts as zero

    void evaluate(Iterate& at) const {
        limber::evaluate(model, controls, objective, at);
    }
    bool factor(const Iterate& at) const {
        return factor_hessian(model, controls, at.Z, objective);
    }
    bool is_converged(const Iterate& at) const {
        return at.gradient.norm() <= enough;
    }
    double round_off(const Iterate& at) const {
        return limber::round_off(model, controls, at);
    }
};

/// Scratch of a descent.
struct CubatureMoves {
    Coordinates direction; // k/3 x 3
    Iterate trial;
};

/// Sized, with undefined contents.
CubatureMoves cubature_moves(const CubatureModel& model);

/// Starts at `now`, evaluated, and leaves the best iterate there.
Descent descend_freely(const CubatureProblem& problem, CubatureMoves& moves, Iterate& now);

} // namespace limber
