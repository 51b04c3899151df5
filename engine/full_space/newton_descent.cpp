// SPDX-License-Identifier: MIT
#include "engine/full_space/newton_descent.h"

#include "engine/stepper/sufficient_decrease.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double length_min = 1e-12; // of the direction

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
    Iterate& trial = scratch.trial;
    Line line{scratch.direction.cwiseProduct(now.gradient).sum(), 1.0};
    while (line.slope < 0.0 && line.length >= length_min && descent.iterations < problem.evaluations) {
        trial.Z = now.Z + line.length * scratch.direction;
        problem.evaluate(trial);
        ++descent.iterations;
        if (decreases_enough(now, trial, scratch.direction, line, problem.round_off(now))) {
            descent.change = relative_change(trial.Z, now.Z) / line.length;
            std::swap(now, trial);
            return true;
        }
        line.length = shorter_length(now, trial, line);
    }
    return false;
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
