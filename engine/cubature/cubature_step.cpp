// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_step.h"

#include "engine/core/contract.h"
#include "engine/linalg/dense_systems.h"
#include "engine/stepper/backtracking.h"
#include "engine/stepper/no_denormals.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace limber {
namespace {

constexpr double force_rounding = 1e-12; // of elastic forces

using Handles = std::vector<GeneralHandle>;

void check_input(const CubatureModel& model, const Controls& controls, const Handles& handles, const State& state,
                 const CubatureWorkspace& workspace) {
    const Index k = model.body.coordinate_count();
    EXPECTS(3 * state.Z.rows() == k && 3 * workspace.now.Z.rows() == k);
    EXPECTS(controls.P.rows() == model.body.J.cols());
    EXPECTS(static_cast<Index>(handles.size() + controls.springs.size()) <= workspace.handle_capacity());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(controls.young_scale > 0 && controls.density_scale > 0 && controls.lambda_scale >= 0);
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0 && controls.wind.drag >= 0);
    EXPECTS(!controls.contact.points);
    for (const GeneralHandle& handle : handles) {
        EXPECTS(handle.rows.cols() == k && handle.rig_row.size() == model.body.J.cols() && handle.stiffness > 0);
    }
    for (const PointForce& applied : controls.forces) {
        EXPECTS(applied.point.phi.size() == 3 * k);
    }
    for (const Spring& spring : controls.springs) {
        EXPECTS(spring.span.phi.size() == 3 * k && spring.span.rig_row.size() == model.body.J.cols());
        EXPECTS(spring.stiffness > 0 && spring.rest_length >= 0);
    }
}

/// The objective of a step.
struct StepProblem {
    const CubatureModel& model;
    const Controls& controls;
    CubatureWorkspace& workspace;

    void evaluate_at(Iterate& at) const {
        evaluate(model.body, controls, workspace.inertia, at);
        at.cluster_energy = add_cubature_gradient(model, controls, workspace.elastic, at);
        at.objective += at.cluster_energy;
    }
    // Of a difference of two objectives.
    double round_off(const Iterate& at) const {
        return 1e-13 * (controls.young_scale * model.body.w_sum + std::abs(at.cluster_energy) + std::abs(at.objective));
    }
    // The norm of a gradient that counts as zero; B'MB is the identity.
    double negligible_force(const Iterate& start) const {
        return std::max(cubature_tolerance * start.gradient.norm(),
                        force_rounding * controls.young_scale * model.force_scale);
    }
};

// The columns of the springs, which resist by k along their direction and by less across it, as far as that is
// positive.
void compute_spring_columns(const StepProblem& problem) {
    const Controls& controls = problem.controls;
    CubatureWorkspace& workspace = problem.workspace;
    const GeneralHandleSystem& handles = workspace.inertia.handles;
    for (Index place = 0; place < static_cast<Index>(controls.springs.size()); ++place) {
        const Vec3 d = spring_vector_at(controls, workspace.inertia, place, workspace.now.Z);
        const double length = d.norm();
        if (length == 0.0) {
            continue;
        }
        const Vec3 u = d / length;
        const Spring& spring = controls.springs[static_cast<std::size_t>(place)];
        const double across = std::sqrt(std::max(share_across(spring, length), 0.0));
        const Index column = column_of_spring(handles, controls.springs.size(), place);
        const Mat3 root =
            std::sqrt(handles.stiffness(column)) * (across * Mat3::Identity() + (1.0 - across) * u * u.transpose());
        workspace.handle_columns.middleCols<3>(column).noalias() = handles.phi.middleCols<3>(column).lazyProduct(root);
    }
}

void assemble_hessian(const StepProblem& problem) {
    CubatureWorkspace& workspace = problem.workspace;
    const GeneralHandleSystem& handles = workspace.inertia.handles;
    workspace.hessian.setZero();
    workspace.hessian.diagonal() = workspace.inertia.D;
    for (Index i = 0; i < handles.columns; ++i) {
        workspace.handle_columns.col(i) = std::sqrt(handles.stiffness(i)) * handles.phi.col(i);
    }
    compute_spring_columns(problem);
    if (handles.columns > 0) {
        add_outer_products(workspace.hessian, 1.0, workspace.handle_columns.leftCols(handles.columns));
    }
    add_cubature_hessian(problem.model, problem.controls, workspace.now.Z, workspace.elastic, workspace.hessian);
}

// Writes the direction at the best iterate; false: numbers are not finite.
bool find_direction(const StepProblem& problem) {
    CubatureWorkspace& workspace = problem.workspace;
    assemble_hessian(problem);
    if (!factor_cholesky(workspace.hessian)) {
        return false;
    }
    workspace.direction = -workspace.now.gradient;
    Eigen::Map<Matrix> d(workspace.direction.data(), workspace.direction.size(), 1);
    divide_by_lower(workspace.hessian, d);
    divide_by_lower_transposed(workspace.hessian, d);
    return true;
}

// Starts at workspace.now.Z and leaves the best iterate there.
Descent minimise(const StepProblem& problem) {
    CubatureWorkspace& workspace = problem.workspace;
    Iterate& now = workspace.now;
    const std::function<void(Iterate&)> evaluate = [&problem](Iterate& at) {
        problem.evaluate_at(at);
    };
    evaluate(now);
    const double enough = problem.negligible_force(now);
    Descent descent;
    descent.converged = now.gradient.norm() <= enough;
    while (!descent.converged && descent.iterations < problem.controls.iterations) {
        if (!find_direction(problem)) {
            descent.failed = true;
            return descent;
        }
        if (!backtrack({workspace.direction, evaluate, problem.round_off(now), problem.controls.iterations}, now,
                       workspace.trial, descent)) {
            break;
        }
        descent.converged = now.gradient.norm() <= enough || descent.change <= problem.controls.tolerance;
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

StepReport advance(const StepProblem& problem, const Descent& descent, State& state) {
    const Controls& controls = problem.controls;
    CubatureWorkspace& workspace = problem.workspace;
    EndOfStep& end = workspace.end;
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.elastic_energy = workspace.now.cluster_energy;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    compute_end_of_step(controls, workspace.prediction, workspace.now.Z, end);
    if (descent.failed || !std::isfinite(report.elastic_energy) || !end.Z.allFinite() || !end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    replace_state(controls, end, workspace.prediction.Pdot, false, state);
    report.kinetic_energy = kinetic_energy(problem.model.body, controls, end.Zdot, state.Pdot, end.Z);
    return report;
}

} // namespace

CubatureWorkspace::CubatureWorkspace(const CubatureModel& model, Index handle_capacity)
    : prediction(limber::prediction(model.body.coordinate_count() / 3, model.body.J.cols())),
      inertia(general_objective(model.body, kernel(InstructionSet::baseline), handle_capacity)),
      elastic(cubature_scratch(model)), handle_columns(model.body.coordinate_count(), 3 * handle_capacity),
      hessian(model.body.coordinate_count(), model.body.coordinate_count()),
      direction(model.body.coordinate_count() / 3, 3), now(iterate(model.body.coordinate_count() / 3)),
      trial(iterate(model.body.coordinate_count() / 3)), end{Coordinates(model.body.coordinate_count() / 3, 3),
                                                             Coordinates(model.body.coordinate_count() / 3, 3),
                                                             AffineStack(0, 3)} {}

StepReport cubature_step(const CubatureModel& model, const Controls& controls, const Handles& handles, State& state,
                         CubatureWorkspace& workspace) {
    check_input(model, controls, handles, state, workspace);
    const NoDenormals no_denormals;
    predict_motion(controls, state, uses_history(controls, state), workspace.prediction);
    prepare_objective(model.body, controls, handles, workspace.prediction, workspace.inertia);
    prepare_cubature(model, workspace.prediction.P_ahead, workspace.elastic);
    workspace.now.Z = workspace.prediction.Z;
    const StepProblem problem{model, controls, workspace};
    const Descent descent = minimise(problem);
    return advance(problem, descent, state);
}

} // namespace limber
