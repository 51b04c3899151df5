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

// Whether plain moves would leave more than 1 % of the error along the smoothest coordinate, which rotates the body:
// elasticity leaves rotation free, but the metric weighs it as a stretch, so a move covers only inertia's part of the
// distance. If that part is below 3 %, momentum decays too slowly within a step and a resting body would creep.
bool is_converging_slowly(const ReducedModel& model, const Controls& controls, const StepObjective& objective) {
    const double elastic = controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls));
    const double none = 1e-9 * model.stiffness.maxCoeff(); // excludes coordinates that translate the body
    double left = 1.0;
    for (Index i = 0; i < model.stiffness.size(); ++i) {
        if (model.stiffness(i) > none) {
            left = std::min(left, elastic * model.stiffness(i) / objective.D(i, 0));
        }
    }
    return left < 0.97 && std::pow(left, controls.iterations) > 0.01;
}

bool needs_momentum(const ReducedModel& model, const Controls& controls, const StepObjective& objective) {
    const bool is_slow =
        controls.lambda_scale * model.lambda_ratio_max > 0.0 || is_converging_slowly(model, controls, objective);
    return controls.memory > 0 && is_slow;
}

// Extrapolates scratch.trial.Z, the point that a move reached.
void extrapolate(const ConstantMetric& metric, ProjectedScratch& scratch, Momentum& momentum) {
    Coordinates& at = scratch.trial.Z;
    scratch.displacement = at - scratch.reached;
    const double back = scratch.displacement.cwiseProduct(scratch.direction).cwiseQuotient(metric.D_inverse).sum();
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
void move_in_contact(const StepObjective& objective, const Iterate& now, bool is_last, ContactScratch& contact,
                     ProjectedScratch& scratch) {
    scratch.direction = -now.gradient;
    solve_with_handles(objective.handles, contact.metric, scratch.direction);
    apply_contact_laws(objective.unknown_weight, now.Z, is_last, contact, scratch.direction);
    scratch.trial.Z = now.Z + scratch.direction;
}

} // namespace

ProjectedScratch projected_scratch(Index coordinates) {
    const Coordinates rows(coordinates, 3);
    return {iterate(coordinates), rows, rows, rows};
}

Descent descend_projected(const ReducedModel& model, const Controls& controls, StepObjective& objective,
                          ContactScratch& contact, ProjectedScratch& scratch, Iterate& now) {
    Iterate& trial = scratch.trial;
    Descent descent;
    Momentum momentum;
    const bool uses_momentum = needs_momentum(model, controls, objective);
    evaluate(model, controls, objective, now);
    scratch.reached = now.Z;
    while (descent.iterations < controls.iterations && !descent.converged) {
        const bool is_last = descent.iterations + 1 == controls.iterations;
        move_in_contact(objective, now, is_last, contact, scratch);
        ++descent.iterations;
        descent.change = relative_change(trial.Z, now.Z);
        descent.converged = controls.tolerance > 0.0 && descent.change <= controls.tolerance;
        if (descent.converged && !is_last) {
            move_in_contact(objective, now, true, contact, scratch);
        } else if (uses_momentum && !is_last) {
            extrapolate(contact.metric, scratch, momentum);
        }
        evaluate(model, controls, objective, trial);
        std::swap(now, trial);
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
