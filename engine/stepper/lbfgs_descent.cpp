// SPDX-License-Identifier: MIT
#include "engine/stepper/lbfgs_descent.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/volume_preconditioner.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

void solve_constant_part(const StepObjective& objective, LbfgsScratch& scratch, Coordinates& rows) {
    if (scratch.volume.in_use) {
        solve_with_volume(objective, scratch.volume, rows);
    } else {
        solve_with_handles(objective.handles, scratch.metric, rows);
    }
}

double digits_of(const Controls& controls) {
    return controls.arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-13;
}

// Whether the next move would gain no more than the energy of displacements near the round-off of the passes: ten times
// their digits, relative to the stiffness. With the volume term in the metric, a descent arrives there in about half of
// ten iterations, and the others would cost as much.
bool is_at_precision(const ReducedModel& model, const Controls& controls, const Iterate& now, const Line& line) {
    const double displacement = 10.0 * digits_of(controls);
    return -line.slope <=
           displacement * displacement * (elastic_weight(model, controls) + std::abs(now.cluster_energy));
}

// Round-off of a difference of two objectives, from the arithmetic of the passes.
double round_off(const ReducedModel& model, const Controls& controls, const Iterate& now) {
    const double digits = digits_of(controls);
    return digits * (elastic_weight(model, controls) + std::abs(now.cluster_energy)) + 1e-13 * std::abs(now.objective);
}

void compute_direction(const StepObjective& objective, const Coordinates& gradient, LbfgsScratch& scratch) {
    const auto solve = [&](Coordinates& rows) {
        solve_constant_part(objective, scratch, rows);
    };
    compute_direction(*objective.kernel, gradient, solve, scratch.memory, scratch.direction);
}

// Computes a descent direction and returns its slope; discards the L-BFGS history and the volume system if they give
// none. Zero at the minimum.
double compute_descent_direction(const StepObjective& objective, const Coordinates& gradient, LbfgsScratch& scratch) {
    compute_direction(objective, gradient, scratch);
    double slope = inner(*objective.kernel, scratch.direction, gradient);
    if (!(slope < 0.0) && (scratch.memory.count > 0 || scratch.volume.in_use)) {
        scratch.memory.count = 0;
        scratch.volume.in_use = false;
        compute_direction(objective, gradient, scratch);
        slope = inner(*objective.kernel, scratch.direction, gradient);
    }
    return slope;
}

// The plain local-global iteration minimises an upper bound that touches the objective, so it needs no line search.
bool needs_line_search(const ReducedModel& model, const Controls& controls) {
    return controls.memory > 0 || controls.lambda_scale * model.lambda_ratio_max > 0.0;
}

// Moves between two checks of the volume system, because rebuilding it costs as much as many moves.
constexpr int moves_between_rebuilds = 3;

// Call after the first pass, whose rotations the volume system holds.
void prepare_solvers(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                     LbfgsScratch& scratch) {
    scratch.memory.count = 0;
    scratch.memory.newest = 0;
    scratch.metric.D_inverse = objective.D_inverse;
    factor_handles(objective.handles, scratch.metric);
    prepare_volume_system(model, controls, objective, scratch.volume);
}

} // namespace

LbfgsScratch lbfgs_scratch(const ReducedModel& model, Index handle_capacity) {
    const Index k = model.coordinate_count();
    return {iterate(k), Coordinates(k, 3), descent_memory(k), constant_metric(k, handle_capacity),
            volume_system(model, handle_capacity)};
}

Descent descend_lbfgs(const ReducedModel& model, const Controls& controls, StepObjective& objective,
                      LbfgsScratch& scratch, Iterate& now) {
    const Kernel& kernel = *objective.kernel;
    Iterate& trial = scratch.trial;
    Descent descent;
    int moves = 0;
    evaluate(model, controls, objective, now);
    prepare_solvers(model, controls, objective, scratch);
    const bool has_line_search = needs_line_search(model, controls);
    Line line{compute_descent_direction(objective, now.gradient, scratch), 1.0};
    while (line.slope < 0.0 && descent.iterations < controls.iterations && !descent.converged) {
        trial.Z = now.Z + line.length * scratch.direction;
        evaluate(model, controls, objective, trial);
        ++descent.iterations;
        if (has_line_search &&
            !is_lower(kernel, now, trial, scratch.direction, line, round_off(model, controls, now))) {
            line.length = shorter_length(now, trial, line);
            continue;
        }
        ++moves;
        descent.change = relative_change(trial.Z, now.Z) / line.length;
        descent.converged = controls.tolerance > 0.0 && descent.change <= controls.tolerance;
        store_pair(kernel, now, trial, controls.memory, scratch.memory);
        std::swap(now, trial);
        if (descent.iterations < controls.iterations && !descent.converged) {
            if (scratch.volume.in_use && moves % moves_between_rebuilds == 0) {
                update_volume_system(model, controls, objective, scratch.volume);
            }
            line = {compute_descent_direction(objective, now.gradient, scratch), 1.0};
            descent.converged = scratch.volume.in_use && is_at_precision(model, controls, now, line);
        }
    }
    descent.converged = descent.converged || line.slope == 0.0;
    descent.failed =
        moves == 0 && (std::isnan(line.slope) || (descent.iterations > 0 && !std::isfinite(trial.objective)));
    return descent;
}

} // namespace limber
