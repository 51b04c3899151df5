// SPDX-License-Identifier: MIT
#include "engine/full_space/newton_descent.h"

#include "engine/stepper/backtracking.h"

#include <cmath>

namespace limber {
namespace {

// Writes the direction at `now`.
Result<Done> compute_direction(const NewtonInput& input, const Iterate& now, NewtonScratch& scratch) {
    if (auto done = factorise(input, now.Z, scratch.system); !done) {
        return done;
    }
    const Matrix force = -Eigen::Map<const Vector>(now.gradient.data(), now.gradient.size());
    const Matrix d = solve_on_constraint(scratch.system, force);
    scratch.direction = Eigen::Map<const Points>(d.data(), now.Z.rows(), 3);
    return Done{};
}

} // namespace

NewtonScratch newton_scratch(const FullSpaceModel& model) {
    const Index n = model.vertex_count();
    return {newton_system(model), Coordinates(n, 3), iterate(n)};
}

bool backtrack(const NewtonProblem& problem, NewtonScratch& scratch, Iterate& now, Descent& descent) {
    return backtrack({scratch.direction, problem.evaluate, problem.round_off(now), problem.evaluations}, now,
                     scratch.trial, descent);
}

Result<Descent> newton_descent(const NewtonInput& input, const NewtonProblem& problem, NewtonScratch& scratch,
                               Iterate& now) {
    Descent descent;
    descent.converged = problem.is_converged(now);
    while (!descent.converged && descent.iterations < problem.evaluations) {
        if (auto done = compute_direction(input, now, scratch); !done) {
            return done.error();
        }
        if (!backtrack(problem, scratch, now, descent)) {
            break;
        }
        descent.converged = problem.is_converged(now);
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
