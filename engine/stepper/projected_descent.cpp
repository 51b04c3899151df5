// SPDX-License-Identifier: MIT
#include "engine/stepper/projected_descent.h"

#include "engine/model/reduced_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

// Nesterov momentum for the projected-gradient moves in contact. Where the metric bounds the volume term by three times
// its weight, or treats rotation of stiff material as deformation, the moves are short and their number grows with the
// ratio of bound and energy. With momentum it grows with the square root of that ratio: each move starts beyond the
// last iterate, along the previous displacement [Nesterov 1983; Beck and Teboulle 2009, FISTA], and restarts from the
// iterate when the move points backwards [O'Donoghue and Candes 2015, adaptive restart].
struct Momentum {
    double t = 1.0;
};

bool needs_momentum(const ReducedModel& model, const Controls& controls, const StepObjective& objective) {
    const double elastic = controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls));
    const bool is_slow = controls.lambda_scale * model.lambda_ratio_max > 0.0 ||
                         is_converging_slowly(model.stiffness, objective.D.col(0), elastic, controls.iterations);
    return controls.memory > 0 && is_slow;
}

// Extrapolates scratch.trial.Z, the point that a move reached.
void extrapolate(const ProjectedProblem& problem, ProjectedScratch& scratch, Momentum& momentum) {
    Coordinates& at = scratch.trial.Z;
    scratch.displacement = at - scratch.reached;
    const double back = problem.inner(scratch.displacement, scratch.direction);
    if (back < 0.0) {
        momentum.t = 1.0;
        scratch.reached = at;
        return;
    }
    const double t = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum.t * momentum.t));
    const double beyond = (momentum.t - 1.0) / t;
    momentum.t = t;
    at += beyond * scratch.displacement;
    scratch.reached = at - beyond * scratch.displacement;
}

// One projected move from `now`; writes scratch.trial.Z.
void move_in_contact(const ProjectedProblem& problem, const Iterate& now, bool is_last, ProjectedScratch& scratch) {
    problem.compute_move(now, is_last, scratch.direction);
    scratch.trial.Z = now.Z + scratch.direction;
}

struct ReducedContact {
    const ReducedModel& model;
    const Controls& controls;
    StepObjective& objective;
    ContactScratch& contact;

    void compute_move(const Iterate& now, bool is_last, Coordinates& move) {
        move = -now.gradient;
        solve_with_handles(objective.handles, contact.metric, move);
        apply_contact_laws(objective.unknown_weight, now.Z, is_last, contact, move);
    }
};

} // namespace

ProjectedScratch projected_scratch(Index coordinates) {
    const Coordinates rows(coordinates, 3);
    return {iterate(coordinates), rows, rows, rows};
}

bool is_converging_slowly(const Vector& stiffness, const Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>& D,
                          double elastic, int iterations) {
    const double none = 1e-9 * stiffness.maxCoeff(); // excludes coordinates that translate the body
    double left = 1.0;
    for (Index i = 0; i < stiffness.size(); ++i) {
        if (stiffness(i) > none) {
            left = std::min(left, elastic * stiffness(i) / D(i));
        }
    }
    return left < 0.97 && std::pow(left, iterations) > 0.01;
}

Descent descend_projected(const ProjectedProblem& problem, ProjectedScratch& scratch, Iterate& now) {
    Iterate& trial = scratch.trial;
    Descent descent;
    Momentum momentum;
    problem.evaluate(now);
    scratch.reached = now.Z;
    while (descent.iterations < problem.iterations && !descent.converged) {
        const bool is_last = descent.iterations + 1 == problem.iterations;
        move_in_contact(problem, now, is_last, scratch);
        ++descent.iterations;
        descent.change = relative_change(trial.Z, now.Z);
        descent.converged = problem.is_converged(descent.change, scratch.direction);
        if (descent.converged && !is_last) {
            move_in_contact(problem, now, true, scratch);
        } else if (problem.uses_momentum && !is_last) {
            extrapolate(problem, scratch, momentum);
        }
        problem.evaluate(trial);
        std::swap(now, trial);
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

Descent descend_projected(const ReducedModel& model, const Controls& controls, StepObjective& objective,
                          ContactScratch& contact, ProjectedScratch& scratch, Iterate& now) {
    ReducedContact step{model, controls, objective, contact};
    const ProjectedProblem problem{
        [&step](Iterate& at) { evaluate(step.model, step.controls, step.objective, at); },
        [&step](const Iterate& from, bool is_last, Coordinates& move) { step.compute_move(from, is_last, move); },
        [&step](const Coordinates& a, const Coordinates& b) {
            return a.cwiseProduct(b).cwiseQuotient(step.contact.metric.D_inverse).sum();
        },
        [&step](double change, const Coordinates&) {
            return step.controls.tolerance > 0.0 && change <= step.controls.tolerance;
        },
        controls.iterations,
        needs_momentum(model, controls, objective)};
    return descend_projected(problem, scratch, now);
}

} // namespace limber
