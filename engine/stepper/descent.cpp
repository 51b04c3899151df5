#include "engine/stepper/descent.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_step.h"
#include "engine/stepper/elastic_pass.h"
#include "engine/stepper/handle_system.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/volume_preconditioner.h"

#include <algorithm>
#include <cmath>

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

void solve_constant_part(Workspace& workspace, Coordinates& rows) {
    if (workspace.volume.in_use) {
        solve_with_volume(workspace, rows);
    } else {
        solve_with_handles(workspace, rows);
    }
}

// workspace.direction = - H gradient by the two loops of L-BFGS.
void compute_direction(Workspace& workspace) {
    const Kernel& kernel = *workspace.kernel;
    DescentMemory& memory = workspace.memory;
    Coordinates& d = workspace.direction;
    d = -workspace.now.gradient;
    for (int age = 0; age < memory.count; ++age) {
        const auto i = static_cast<std::size_t>(slot(memory, age));
        memory.share[i] = memory.inverse_product[i] * inner(kernel, memory.move[i], d);
        kernel.add_scaled(size_of(d), -memory.share[i], memory.change[i].data(), d.data());
    }
    solve_constant_part(workspace, d);
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
bool is_lower(const Kernel& kernel, const Workspace& workspace, const Line& line, double round_off) {
    const double difference = workspace.trial.objective - workspace.now.objective;
    if (std::abs(difference) > round_off) {
        return difference < 0.0;
    }
    return line.slope + inner(kernel, workspace.trial.gradient, workspace.direction) <= 0.0;
}

// The minimum of the parabola through the known values along the line, clamped to 0.1 to 0.5 of the length.
double shorter_length(const Workspace& workspace, const Line& line) {
    const double rise = workspace.trial.objective - workspace.now.objective;
    const double share = -0.5 * line.slope * line.length / (rise - line.slope * line.length);
    return line.length * (std::isfinite(share) ? std::clamp(share, 0.1, 0.5) : 0.1);
}

// Round-off of a difference of two objectives, from the arithmetic of the passes.
double round_off(const ReducedModel& model, const Controls& controls, const Workspace& workspace) {
    const double digits = controls.arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-13;
    return digits * (elastic_weight(model, controls) + std::abs(workspace.now.cluster_energy)) +
           1e-13 * std::abs(workspace.now.objective);
}

// NaN if Z is NaN; 0 only if nothing moved.
double relative_change(const Coordinates& next, const Coordinates& now) {
    const double change = std::sqrt((next - now).squaredNorm());
    return change == 0.0 ? 0.0 : change / std::sqrt(next.squaredNorm());
}

// Computes a descent direction and returns its slope; discards the L-BFGS history and the volume system if they give
// none. Zero at the minimum.
double compute_descent_direction(Workspace& workspace) {
    compute_direction(workspace);
    double slope = inner(*workspace.kernel, workspace.direction, workspace.now.gradient);
    if (!(slope < 0.0) && (workspace.memory.count > 0 || workspace.volume.in_use)) {
        workspace.memory.count = 0;
        workspace.volume.in_use = false;
        compute_direction(workspace);
        slope = inner(*workspace.kernel, workspace.direction, workspace.now.gradient);
    }
    return slope;
}

// The plain local-global iteration minimises an upper bound that touches the objective, so it needs no line search.
bool needs_line_search(const ReducedModel& model, const Controls& controls) {
    return controls.memory > 0 || controls.volume_scale * model.volume_ratio > 0.0;
}

// Moves between two checks of the volume system, because rebuilding it costs as much as many moves.
constexpr int moves_between_rebuilds = 3;

// Nesterov momentum for the projected-gradient moves in contact. Where the metric bounds the volume term by three times
// its weight, or treats rotation of stiff material as deformation, the moves are short and their number grows with the
// ratio of bound and energy. With momentum it grows with the square root of that ratio: each move starts beyond the
// last iterate, along the previous displacement [Nesterov 1983; Beck and Teboulle 2009, FISTA], and restarts from the
// iterate when the move points backwards [O'Donoghue and Candes 2015, adaptive restart].
struct Momentum {
    double t = 1.0;
};

// Whether plain moves would leave more than 1 % of the error along the smoothest coordinate, which rotates the body:
// elasticity leaves rotation free, but the metric weighs it as a stretch, so a move covers only inertia's share of the
// distance. If that share is below 3 %, momentum decays too slowly within a step and a resting body would creep.
bool is_converging_slowly(const ReducedModel& model, const Controls& controls, const Workspace& workspace) {
    const double elastic = controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls));
    const double none = 1e-9 * model.stiffness.maxCoeff(); // excludes coordinates that translate the body
    double left = 1.0;
    for (Index i = 0; i < model.stiffness.size(); ++i) {
        if (model.stiffness(i) > none) {
            left = std::min(left, elastic * model.stiffness(i) / workspace.D(i, 0));
        }
    }
    return left < 0.97 && std::pow(left, controls.iterations) > 0.01;
}

// Extrapolates workspace.trial.Z, the point that a move reached, and stores that point in workspace.Z_next, which held
// the previous one.
void extrapolate(Workspace& workspace, Momentum& momentum) {
    Coordinates& before = workspace.Z_next;
    Coordinates& at = workspace.trial.Z;
    const Coordinates& move = workspace.direction;
    const double back = (at - before).cwiseProduct(move).cwiseQuotient(workspace.D_inverse).sum();
    if (back < 0.0) {
        momentum.t = 1.0;
        before = at;
        return;
    }
    const double t = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum.t * momentum.t));
    const double share = (momentum.t - 1.0) / t;
    momentum.t = t;
    before = at - before;
    at += share * before;
    before = at - share * before;
}

// One iteration from workspace.now; writes workspace.trial.Z.
void move_in_contact(Workspace& workspace, bool is_last) {
    workspace.direction = -workspace.now.gradient;
    solve_with_handles(workspace, workspace.direction);
    apply_contact_laws(workspace, is_last);
    workspace.trial.Z = workspace.now.Z + workspace.direction;
}

} // namespace

Descent descend_in_contact(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    Descent descent;
    Momentum momentum;
    const bool is_slow =
        controls.volume_scale * model.volume_ratio > 0.0 || is_converging_slowly(model, controls, workspace);
    const bool uses_momentum = controls.memory > 0 && is_slow;
    evaluate(model, controls, workspace, workspace.now);
    workspace.Z_next = workspace.now.Z;
    while (descent.iterations < controls.iterations && !descent.converged) {
        const bool is_last = descent.iterations + 1 == controls.iterations;
        move_in_contact(workspace, is_last);
        ++descent.iterations;
        descent.change = relative_change(workspace.trial.Z, workspace.now.Z);
        descent.converged = controls.tolerance > 0.0 && descent.change <= controls.tolerance;
        if (descent.converged && !is_last) {
            move_in_contact(workspace, true);
        } else if (uses_momentum && !is_last) {
            extrapolate(workspace, momentum);
        }
        evaluate(model, controls, workspace, workspace.trial);
        std::swap(workspace.now, workspace.trial);
    }
    descent.failed = !std::isfinite(workspace.now.objective);
    return descent;
}

Descent descend_without_contact(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    Descent descent;
    int moves = 0;
    workspace.memory.count = 0;
    workspace.memory.newest = 0;
    evaluate(model, controls, workspace, workspace.now);
    prepare_volume_system(model, controls, workspace);
    const bool has_line_search = needs_line_search(model, controls);
    Line line{compute_descent_direction(workspace), 1.0};
    while (line.slope < 0.0 && descent.iterations < controls.iterations && !descent.converged) {
        workspace.trial.Z = workspace.now.Z + line.length * workspace.direction;
        evaluate(model, controls, workspace, workspace.trial);
        ++descent.iterations;
        if (has_line_search && !is_lower(*workspace.kernel, workspace, line, round_off(model, controls, workspace))) {
            line.length = shorter_length(workspace, line);
            continue;
        }
        ++moves;
        descent.change = relative_change(workspace.trial.Z, workspace.now.Z) / line.length;
        descent.converged = controls.tolerance > 0.0 && descent.change <= controls.tolerance;
        store_pair(*workspace.kernel, workspace.now, workspace.trial, controls.memory, workspace.memory);
        std::swap(workspace.now, workspace.trial);
        if (descent.iterations < controls.iterations && !descent.converged) {
            if (workspace.volume.in_use && moves % moves_between_rebuilds == 0) {
                update_volume_system(model, controls, workspace);
            }
            line = {compute_descent_direction(workspace), 1.0};
        }
    }
    descent.converged = descent.converged || line.slope == 0.0;
    descent.failed =
        moves == 0 && (std::isnan(line.slope) || (descent.iterations > 0 && !std::isfinite(workspace.trial.objective)));
    return descent;
}

} // namespace limber
