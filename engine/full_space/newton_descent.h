// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/newton_system.h"
#include "engine/stepper/descent.h"

#include <functional>

/// Newton's method with backtracking on the displacements that the constraint allows. The direction is the solution of
/// newton_system.h for the negative gradient, so that it always descends. Energy and gradient are exact.
namespace limber {

/// Scratch of a descent, which reads nothing that an earlier one wrote but what the system keeps.
struct NewtonScratch {
    NewtonSystem system;
    Coordinates direction; // n x 3
    Iterate trial;
};

NewtonScratch newton_scratch(const FullSpaceModel& model);

struct NewtonProblem {
    std::function<void(Iterate&)> evaluate; // computes objective and gradient at Z, without the constraint's forces
    std::function<bool(const Iterate&)> is_converged;
    std::function<double(const Iterate&)> round_off; // of a difference of two objectives
    int evaluations = 100;                           // at most, of the objective
};

/// Starts at `now`, evaluated, whose Z satisfies the constraint, and leaves the best iterate there. Fails with
/// not_converged when H cannot be factorised.
Result<Descent> newton_descent(const NewtonInput& input, const NewtonProblem& problem, NewtonScratch& scratch,
                               Iterate& now);

/// Moves `now`, evaluated, along scratch.direction; otherwise as stepper/backtracking.h.
bool backtrack(const NewtonProblem& problem, NewtonScratch& scratch, Iterate& now, Descent& descent);

} // namespace limber
