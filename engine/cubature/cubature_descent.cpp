// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_descent.h"

#include <cmath>
#include <functional>

namespace limber {

CubatureMoves cubature_moves(const CubatureModel& model) {
    const Index rows = model.body.coordinate_count() / 3;
    return {Coordinates(rows, 3), iterate(rows)};
}

Descent descend_freely(const CubatureProblem& problem, CubatureMoves& moves, Iterate& now) {
    const std::function<void(Iterate&)> evaluate = [&problem](Iterate& at) {
        problem.evaluate(at);
    };
    Descent descent;
    descent.converged = problem.is_converged(now);
    while (!descent.converged && descent.iterations < problem.controls.iterations) {
        if (!problem.factor(now)) {
            descent.failed = true;
            return descent;
        }
        moves.direction = -now.gradient;
        solve_with_hessian(problem.objective, Eigen::Map<Matrix>(moves.direction.data(), moves.direction.size(), 1));
        if (!backtrack({moves.direction, evaluate, problem.round_off(now), problem.controls.iterations}, now,
                       moves.trial, descent)) {
            break;
        }
        descent.converged = problem.is_converged(now) || descent.change <= problem.controls.tolerance;
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
