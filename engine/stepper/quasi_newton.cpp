// SPDX-License-Identifier: MIT
#include "engine/stepper/quasi_newton.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

// The next direction at `now`; without the history if that gives none that descends.
Line next_line(const Kernel& kernel, const DescentProblem& problem, const Iterate& now, DescentScratch& scratch) {
    compute_direction(kernel, now.gradient, problem.solve_metric, scratch.memory, scratch.direction);
    double slope = inner(kernel, scratch.direction, now.gradient);
    if (!(slope < 0.0) && scratch.memory.count > 0) {
        scratch.memory.count = 0;
        compute_direction(kernel, now.gradient, problem.solve_metric, scratch.memory, scratch.direction);
        slope = inner(kernel, scratch.direction, now.gradient);
    }
    return {slope, 1.0};
}

} // namespace

DescentScratch descent_scratch(Index coordinates) {
    return {descent_memory(coordinates), Coordinates(coordinates, 3), iterate(coordinates)};
}

Descent quasi_newton_descent(const Kernel& kernel, const DescentProblem& problem, const DescentLimits& limits,
                             DescentScratch& scratch, Iterate& now) {
    scratch.memory.count = 0;
    Iterate& trial = scratch.trial;
    Descent descent;
    descent.converged = problem.is_converged(now);
    Line line;
    bool has_line = false;
    while (!descent.converged && descent.iterations < limits.iterations) {
        if (!has_line) {
            line = next_line(kernel, problem, now, scratch);
            has_line = true;
        }
        if (!(line.slope < 0.0)) {
            descent.converged = line.slope == 0.0;
            break;
        }
        trial.Z = now.Z + line.length * scratch.direction;
        problem.evaluate(trial);
        ++descent.iterations;
        if (!is_lower(kernel, now, trial, scratch.direction, line, problem.round_off(now))) {
            line.length = shorter_length(now, trial, line);
            continue;
        }
        descent.change = relative_change(trial.Z, now.Z) / line.length;
        store_pair(kernel, now, trial, limits.pairs, scratch.memory);
        std::swap(now, trial);
        has_line = false;
        descent.converged = (limits.tolerance > 0.0 && descent.change <= limits.tolerance) || problem.is_converged(now);
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
