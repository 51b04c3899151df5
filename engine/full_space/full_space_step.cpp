// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr double rounding = 1e-12; // of elastic forces

bool is_same(const SparseMatrix& a, const SparseMatrix& b) {
    return a.nonZeros() == b.nonZeros() && a.rows() == b.rows() &&
           std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr()) &&
           std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr());
}

Result<Done> update_metric(const FullSpaceModel& model, const SparseMatrix& A, FullSpaceMetric& metric) {
    if (metric.inverse && is_same(A, metric.A)) {
        return Done{};
    }
    metric.inverse.reset();
    metric.A = A;
    auto inverse = ConstrainedInverse::of(model, A);
    if (!inverse) {
        return inverse.error();
    }
    metric.inverse = std::move(inverse).value();
    return Done{};
}

// Removes the part of forces (n x 3) that the constraint's forces hold.
void remove_constraint_forces(const FullSpaceModel& model, Points& forces) {
    const Matrix held = model.Q.transpose() * (model.M.cwiseSqrt().cwiseInverse().asDiagonal() * forces);
    forces -= model.M.cwiseSqrt().asDiagonal() * (model.Q * held);
}

// Removes the part of displacements (n x 3) that the rig could make.
void remove_rig(const FullSpaceModel& model, Coordinates& displacements) {
    const Matrix made = model.Q.transpose() * (model.M.cwiseSqrt().asDiagonal() * displacements);
    displacements -= model.M.cwiseSqrt().cwiseInverse().asDiagonal() * (model.Q * made);
}

// The mass-weighted norm [N/kg^1/2] of forces (n x 3).
double force_norm(const FullSpaceModel& model, const Points& forces) {
    return (model.M.cwiseSqrt().cwiseInverse().asDiagonal() * forces).norm();
}

// What the rounding of the elastic forces leaves in the gradient.
double rounded_force(const FullSpaceModel& model, const Controls& controls) {
    const Points forces = model.L * model.X;
    return rounding * controls.young_scale * (model.M.cwiseSqrt().cwiseInverse().asDiagonal() * forces).norm();
}

// Starts at now.Z, which satisfies the constraint, and leaves the best iterate in workspace.now, evaluated. A gradient
// with the norm `floor` counts as zero. The gradient is without the constraint's forces: the rounding of a move does
// not satisfy the constraint, so that those forces, which may be large, would have a slope along it.
Result<Descent> minimise(const FullSpaceModel& model, const Controls& controls, double floor,
                         FullSpaceWorkspace& workspace) {
    FullSpaceObjective& objective = workspace.objective;
    const auto evaluate_on_constraint = [&](Iterate& at) {
        evaluate(model, controls, objective, at);
        remove_constraint_forces(model, at.gradient);
    };
    evaluate_on_constraint(workspace.now);
    const double enough = std::max(full_space_tolerance * force_norm(model, workspace.now.gradient), floor);
    const auto is_converged = [&](const Iterate& at) {
        return force_norm(model, at.gradient) <= enough;
    };
    const auto round_off = [&](const Iterate& at) {
        return 1e-13 * (elastic_weight(model, controls) + std::abs(at.cluster_energy) + std::abs(at.objective));
    };
    if (is_hyperelastic(model.energy)) {
        return newton_descent(model, controls, {evaluate_on_constraint, is_converged, round_off, controls.iterations},
                              objective, workspace.newton, workspace.now);
    }
    if (auto done = update_metric(model, objective.A, workspace.metric); !done) {
        return done.error();
    }
    const DescentProblem problem{evaluate_on_constraint,
                                 [&](Coordinates& rows) { workspace.metric.inverse->apply(rows); }, round_off,
                                 is_converged};
    return quasi_newton_descent(*objective.kernel, problem, {controls.iterations, full_space_memory, 0.0},
                                workspace.descent, workspace.now);
}

double kinetic_energy(const FullSpaceModel& model, const Controls& controls, const State& state) {
    const Points velocity = state.Zdot + model.J * state.Pdot;
    return 0.5 * controls.density_scale * model.M.dot(velocity.rowwise().squaredNorm());
}

StepReport advance(const FullSpaceModel& model, const Controls& controls, const Descent& descent,
                   FullSpaceWorkspace& workspace, State& state) {
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    compute_end_of_step(controls, workspace.prediction, workspace.now.Z, workspace.end);
    if (descent.failed || !workspace.end.Z.allFinite() || !workspace.end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    workspace.objective.x = workspace.now.Z + workspace.objective.rig;
    report.elastic_energy = full_space_energy(model, controls, workspace.objective.x);
    replace_state(controls, workspace.end, workspace.prediction.Pdot, false, state);
    report.kinetic_energy = kinetic_energy(model, controls, state);
    return report;
}

} // namespace

FullSpaceWorkspace::FullSpaceWorkspace(const FullSpaceModel& model, Threads threads, InstructionSet instruction_set)
    : prediction(limber::prediction(model.vertex_count(), model.J.cols())),
      objective(full_space_objective(model, kernel(instruction_set), threads)),
      descent(descent_scratch(model.vertex_count())), newton(newton_scratch(model)),
      now(iterate(model.vertex_count())), end{Coordinates(model.vertex_count(), 3),
                                              Coordinates(model.vertex_count(), 3), AffineStack(0, 3)} {}

Result<StepReport> full_space_step(const FullSpaceModel& model, const Controls& controls, State& state,
                                   FullSpaceWorkspace& workspace) {
    EXPECTS(state.Z.rows() == model.vertex_count() && controls.P.rows() == model.J.cols());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    predict_motion(controls, state, uses_history(controls, state), workspace.prediction);
    prepare_objective(model, controls, workspace.prediction, workspace.objective);
    workspace.now.Z = workspace.prediction.Z;
    remove_rig(model, workspace.now.Z); // which rounding has left there
    const auto descent = minimise(model, controls, rounded_force(model, controls), workspace);
    if (!descent) {
        return descent.error();
    }
    if (is_hyperelastic(model.energy) && !descent.value().converged && !descent.value().failed) {
        return Error{ErrorKind::not_converged,
                     "Newton's method did not converge in " + std::to_string(descent.value().iterations) +
                         " evaluations; use a smaller time step",
                     "full space"};
    }
    return advance(model, controls, descent.value(), workspace, state);
}

State full_space_rest(const FullSpaceModel& model, const AffineStack& P) {
    State state;
    state.Z = AffineStack::Zero(model.vertex_count(), 3);
    state.Zdot = state.Z;
    state.P = P;
    state.Pdot = AffineStack::Zero(P.rows(), 3);
    state.clear_history();
    return state;
}

double full_space_energy(const FullSpaceModel& model, const Controls& controls, const Points& x) {
    TetEnergy scratch = tet_energy(model);
    Points gradient = Points::Zero(x.rows(), 3);
    if (is_hyperelastic(model.energy)) {
        return add_hyperelastic_energy(model, x, controls.young_scale, controls.lambda_scale, {1}, scratch, gradient);
    }
    const double rotations = add_tet_energy(model, kernel(InstructionSet::baseline), x, controls.young_scale,
                                            controls.lambda_scale, {1}, scratch, gradient);
    const Points forces = model.L * x;
    return rotations + controls.young_scale * (0.5 * x.cwiseProduct(forces).sum() + 1.5 * model.w.sum());
}

} // namespace limber
