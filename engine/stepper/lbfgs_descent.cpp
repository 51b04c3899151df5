// SPDX-License-Identifier: MIT
#include "engine/stepper/lbfgs_descent.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/volume_preconditioner.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

std::size_t size_of(const Coordinates& rows) {
    return static_cast<std::size_t>(rows.size());
}

double inner(const Kernel& kernel, const Coordinates& a, const Coordinates& b) {
    return kernel.dot(size_of(a), a.data(), b.data());
}

int slot(const DescentMemory& memory, int age) {
    return (memory.newest - age + DescentMemory::capacity) % DescentMemory::capacity;
}

void solve_constant_part(const StepObjective& objective, LbfgsScratch& scratch, Coordinates& rows) {
    if (scratch.volume.in_use) {
        solve_with_volume(objective, scratch.volume, rows);
    } else {
        solve_with_handles(objective.handles, scratch.metric, rows);
    }
}

// scratch.direction = - H gradient by the two loops of L-BFGS.
void compute_direction(const StepObjective& objective, const Coordinates& gradient, LbfgsScratch& scratch) {
    const Kernel& kernel = *objective.kernel;
    DescentMemory& memory = scratch.memory;
    Coordinates& d = scratch.direction;
    d = -gradient;
    for (int age = 0; age < memory.count; ++age) {
        const auto i = static_cast<std::size_t>(slot(memory, age));
        memory.share[i] = memory.inverse_product[i] * inner(kernel, memory.move[i], d);
        kernel.add_scaled(size_of(d), -memory.share[i], memory.change[i].data(), d.data());
    }
    solve_constant_part(objective, scratch, d);
    for (int age = memory.count - 1; age >= 0; --age) {
        const auto i = static_cast<std::size_t>(slot(memory, age));
        const double again = memory.inverse_product[i] * inner(kernel, memory.change[i], d);
        kernel.add_scaled(size_of(d), memory.share[i] - again, memory.move[i].data(), d.data());
    }
}

// Stores the pair of move and gradient change from now to trial if the objective has positive curvature along it.
void store_pair(const Kernel& kernel, const Iterate& now, const Iterate& trial, int pairs, DescentMemory& memory) {
    if (pairs == 0) {
        return;
    }
    const int next = slot(memory, -1);
    const auto i = static_cast<std::size_t>(next);
    memory.move[i] = trial.Z - now.Z;
    memory.change[i] = trial.gradient - now.gradient;
    const double product = inner(kernel, memory.move[i], memory.change[i]);
    const double size =
        inner(kernel, memory.move[i], memory.move[i]) * inner(kernel, memory.change[i], memory.change[i]);
    if (!(product > 1e-8 * std::sqrt(size))) {
        return;
    }
    memory.inverse_product[i] = 1.0 / product;
    memory.newest = next;
    memory.count = std::min(memory.count + 1, pairs);
}

struct Line {
    double slope = 0.0;  // of the objective along the direction, at now
    double length = 1.0; // share of the direction
};

// Whether the trial decreases the objective. Where the difference is below the round-off of the objective, compares the
// slopes at both ends instead.
bool is_lower(const Kernel& kernel, const Iterate& now, const LbfgsScratch& scratch, const Line& line,
              double round_off) {
    const double difference = scratch.trial.objective - now.objective;
    if (std::abs(difference) > round_off) {
        return difference < 0.0;
    }
    return line.slope + inner(kernel, scratch.trial.gradient, scratch.direction) <= 0.0;
}

// The minimum of the parabola through the known values along the line, clamped to 0.1 to 0.5 of the length.
double shorter_length(const Iterate& now, const Iterate& trial, const Line& line) {
    const double rise = trial.objective - now.objective;
    const double share = -0.5 * line.slope * line.length / (rise - line.slope * line.length);
    return line.length * (std::isfinite(share) ? std::clamp(share, 0.1, 0.5) : 0.1);
}

// Round-off of a difference of two objectives, from the arithmetic of the passes.
double round_off(const ReducedModel& model, const Controls& controls, const Iterate& now) {
    const double digits = controls.arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-13;
    return digits * (elastic_weight(model, controls) + std::abs(now.cluster_energy)) + 1e-13 * std::abs(now.objective);
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
    return controls.memory > 0 || controls.volume_scale * model.volume_ratio > 0.0;
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
    DescentMemory memory;
    memory.move.fill(Coordinates(k, 3));
    memory.change.fill(Coordinates(k, 3));
    return {iterate(k), Coordinates(k, 3), std::move(memory), constant_metric(k, handle_capacity),
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
        if (has_line_search && !is_lower(kernel, now, scratch, line, round_off(model, controls, now))) {
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
        }
    }
    descent.converged = descent.converged || line.slope == 0.0;
    descent.failed =
        moves == 0 && (std::isnan(line.slope) || (descent.iterations > 0 && !std::isfinite(trial.objective)));
    return descent;
}

} // namespace limber
