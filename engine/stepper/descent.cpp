#include "engine/stepper/descent.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_step.h"
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
void choose_direction(Workspace& workspace) {
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

// Takes the move from now to trial, if the objective curves upwards along it.
void remember(const Kernel& kernel, const Iterate& now, const Iterate& trial, int pairs, DescentMemory& memory) {
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

// Whether the trial lies lower. Where the difference drowns in the round-off of the objective itself, the slopes at
// both ends tell.
bool lies_lower(const Kernel& kernel, const Workspace& workspace, const Line& line, double round_off) {
    const double difference = workspace.trial.objective - workspace.now.objective;
    if (std::abs(difference) > round_off) {
        return difference < 0.0;
    }
    return line.slope + inner(kernel, workspace.trial.gradient, workspace.direction) <= 0.0;
}

// The minimum of the parabola through what is known along the line, at a tenth to a half of the way.
double shorter(const Workspace& workspace, const Line& line) {
    const double rise = workspace.trial.objective - workspace.now.objective;
    const double share = -0.5 * line.slope * line.length / (rise - line.slope * line.length);
    return line.length * (std::isfinite(share) ? std::clamp(share, 0.1, 0.5) : 0.1);
}

// Of a difference of two objectives, from the arithmetic of the passes.
double round_off(const ReducedModel& model, const Controls& controls, const Workspace& workspace) {
    const double digits = controls.arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-13;
    return digits * (elastic_weight(model, controls) + std::abs(workspace.now.cluster_energy)) +
           1e-13 * std::abs(workspace.now.objective);
}

// Not a number when Z is none; 0 only when nothing moved at all.
double relative_change(const Coordinates& next, const Coordinates& now) {
    const double change = std::sqrt((next - now).squaredNorm());
    return change == 0.0 ? 0.0 : change / std::sqrt(next.squaredNorm());
}

// A direction that leads down, from scratch if what was learnt leads astray. Zero at the minimum.
double choose_slope(Workspace& workspace) {
    choose_direction(workspace);
    double slope = inner(*workspace.kernel, workspace.direction, workspace.now.gradient);
    if (!(slope < 0.0) && (workspace.memory.count > 0 || workspace.volume.in_use)) {
        workspace.memory.count = 0;
        workspace.volume.in_use = false;
        choose_direction(workspace);
        slope = inner(*workspace.kernel, workspace.direction, workspace.now.gradient);
    }
    return slope;
}

// The plain local-global iteration minimises a bound that touches the objective: it needs no guard.
bool needs_guard(const ReducedModel& model, const Controls& controls) {
    return controls.memory > 0 || controls.volume_scale * model.volume_ratio > 0.0;
}

// How many moves a system for the volume must serve before another is built, which costs as much as many of them.
constexpr int moves_between_looks = 3;

// Of the moves in contact, each of which is a projection of a gradient's: where the metric bounds the volume term by
// three times its weight, or holds on to the turning of stiff flesh as to a deformation, they are short, and in number
// like the ratio of bound and energy. Its root is enough where
// each move starts beyond the last place, along the way from the one before [Nesterov 1983; Beck and Teboulle 2009,
// FISTA], and from that place itself once the way turns back [O'Donoghue and Candes 2015, adaptive restart].
struct Momentum {
    double t = 1.0;
};

// Whether plain moves would leave more than a hundredth of the way along the smoothest coordinate, which turns the
// body: elasticity leaves it free, the metric weighs it as a stretch, and takes inertia's share of the way in a move.
// Where that is less than 3 % momentum dies too slowly in a step, and what should lie still would creep.
bool is_converging_slowly(const ReducedModel& model, const Controls& controls, const Workspace& workspace) {
    const double elastic = controls.young_scale * (1.0 + muscle_strength(model, controls));
    const double none = 1e-9 * model.stiffness.maxCoeff(); // of what moves the body as it is
    double left = 1.0;
    for (Index i = 0; i < model.stiffness.size(); ++i) {
        if (model.stiffness(i) > none) {
            left = std::min(left, elastic * model.stiffness(i) / workspace.D(i, 0));
        }
    }
    return left < 0.97 && std::pow(left, controls.iterations) > 0.01;
}

// Takes workspace.trial.Z, the place that a move has reached, further; leaves the place in workspace.Z_next, where the
// one before is.
void go_beyond(Workspace& workspace, Momentum& momentum) {
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

// To where one iteration leads from workspace.now, in workspace.trial.Z.
void move_in_contact(Workspace& workspace, bool is_last) {
    workspace.direction = -workspace.now.gradient;
    solve_with_handles(workspace, workspace.direction);
    obey_contact(workspace, is_last);
    workspace.trial.Z = workspace.now.Z + workspace.direction;
}

} // namespace

Descent descend_in_contact(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    Descent descent;
    Momentum momentum;
    const bool is_slow =
        controls.volume_scale * model.volume_ratio > 0.0 || is_converging_slowly(model, controls, workspace);
    const bool gathers = controls.memory > 0 && is_slow;
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
        } else if (gathers && !is_last) {
            go_beyond(workspace, momentum);
        }
        evaluate(model, controls, workspace, workspace.trial);
        std::swap(workspace.now, workspace.trial);
    }
    descent.lost = !std::isfinite(workspace.now.objective);
    return descent;
}

Descent descend_freely(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    Descent descent;
    int moves = 0;
    workspace.memory.count = 0;
    workspace.memory.newest = 0;
    evaluate(model, controls, workspace, workspace.now);
    prepare_volume_system(model, controls, workspace);
    const bool guarded = needs_guard(model, controls);
    Line line{choose_slope(workspace), 1.0};
    while (line.slope < 0.0 && descent.iterations < controls.iterations && !descent.converged) {
        workspace.trial.Z = workspace.now.Z + line.length * workspace.direction;
        evaluate(model, controls, workspace, workspace.trial);
        ++descent.iterations;
        if (guarded && !lies_lower(*workspace.kernel, workspace, line, round_off(model, controls, workspace))) {
            line.length = shorter(workspace, line);
            continue;
        }
        ++moves;
        descent.change = relative_change(workspace.trial.Z, workspace.now.Z) / line.length;
        descent.converged = controls.tolerance > 0.0 && descent.change <= controls.tolerance;
        remember(*workspace.kernel, workspace.now, workspace.trial, controls.memory, workspace.memory);
        std::swap(workspace.now, workspace.trial);
        if (descent.iterations < controls.iterations && !descent.converged) {
            if (workspace.volume.in_use && moves % moves_between_looks == 0) {
                renew_volume_system(model, controls, workspace);
            }
            line = {choose_slope(workspace), 1.0};
        }
    }
    descent.converged = descent.converged || line.slope == 0.0;
    descent.lost =
        moves == 0 && (std::isnan(line.slope) || (descent.iterations > 0 && !std::isfinite(workspace.trial.objective)));
    return descent;
}

} // namespace limber
