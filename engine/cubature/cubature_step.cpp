// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_step.h"

#include "engine/core/contract.h"
#include "engine/stepper/contact_rounds.h"
#include "engine/stepper/no_denormals.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

using Handles = std::vector<GeneralHandle>;

void check_contact(const CubatureModel& model, const Controls& controls, const State& state,
                   const CubatureWorkspace& workspace) {
    if (controls.contact.points) {
        const Index points = controls.contact.points->count();
        EXPECTS(controls.contact.points->phi.rows() == 3 * model.body.coordinate_count());
        EXPECTS(controls.contact.points->rig_rows.rows() == model.body.J.cols());
        EXPECTS(state.contact_force.rows() == points);
        EXPECTS(workspace.contact.general.listed.system.capacity() >= ContactSystem::contacts_per_point * points);
    }
    if (controls.contact.obstacles) {
        EXPECTS(std::ranges::all_of(*controls.contact.obstacles, has_surface, &Obstacle::shape));
    }
}

void check_input(const CubatureModel& model, const Controls& controls, const Handles& handles, const State& state,
                 const CubatureWorkspace& workspace) {
    const Index k = model.body.coordinate_count();
    EXPECTS(3 * state.Z.rows() == k && 3 * workspace.now.Z.rows() == k);
    EXPECTS(controls.P.rows() == model.body.J.cols());
    EXPECTS(static_cast<Index>(handles.size() + controls.springs.size()) <= workspace.handle_capacity());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(controls.young_scale > 0 && controls.density_scale > 0 && controls.lambda_scale >= 0);
    EXPECTS(!model.body.actuation || controls.activation.size() == 0 ||
            controls.activation.size() == model.body.actuation->muscle_count());
    EXPECTS(controls.muscle_stiffness_scale >= 0);
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0 && controls.wind.drag >= 0);
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
    check_contact(model, controls, state, workspace);
}

/// A step and its scratch.
struct StepProblem {
    const CubatureModel& model;
    const Controls& controls;
    const Handles& handles;
    const State& state;
    CubatureWorkspace& workspace;
};

// Starts at the predicted motion and leaves the minimum in workspace.now.
Descent minimise(const StepProblem& step, const GeneralContactInput& input) {
    CubatureWorkspace& workspace = step.workspace;
    CubatureProblem problem{step.model, step.controls, workspace.objective};
    workspace.now.Z = workspace.prediction.Z;
    problem.evaluate(workspace.now);
    problem.enough =
        std::max(cubature_tolerance * workspace.now.gradient.norm(), rounded_force(step.model, step.controls));
    return minimise_with_contacts(
        workspace.prediction, workspace.contact.general.listed,
        [&](bool in_contact) {
            return in_contact ? descend_in_contact(problem, workspace.contact, workspace.moves, workspace.now)
                              : descend_freely(problem, workspace.moves, workspace.now);
        },
        [&](bool may_list) {
            return list_missed_contacts(input, workspace.prediction, workspace.objective.inertia, workspace.now.Z,
                                        may_list, workspace.contact.general);
        });
}

// Predicts the motion, lists the contacts near the body, and minimises the objective.
Descent solve_step(const StepProblem& step, bool with_history) {
    CubatureWorkspace& workspace = step.workspace;
    const GeneralContactInput input{step.model.body, step.controls, step.state};
    predict_motion(step.controls, step.state, with_history, workspace.prediction);
    prepare_objective(step.model, step.controls, step.handles, workspace.prediction, workspace.objective);
    list_near_contacts(input, workspace.prediction, workspace.objective.inertia, workspace.contact.general);
    return minimise(step, input);
}

StepReport advance(const StepProblem& step, const Descent& descent, State& state) {
    const Controls& controls = step.controls;
    CubatureWorkspace& workspace = step.workspace;
    const StepContacts& contacts = workspace.contact.general.listed;
    EndOfStep& end = workspace.end;
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.elastic_energy =
        elastic_energy(step.model.body, controls, workspace.prediction, workspace.objective.inertia, workspace.now);
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    compute_end_of_step(controls, workspace.prediction, workspace.now.Z, end);
    if (descent.failed || !std::isfinite(report.elastic_energy) || !end.Z.allFinite() || !end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    replace_state(controls, end, workspace.prediction.Pdot, contacts.in_use, state);
    if (controls.contact.points) {
        report.contacts = report_contact_forces(step.model.body.size, contacts, state.contact_force);
        report.depth = contacts.depth;
        report.contacts_left_out = contacts.left_out;
    }
    report.kinetic_energy = kinetic_energy(step.model.body, controls, end.Zdot, state.Pdot, end.Z);
    return report;
}

} // namespace

CubatureWorkspace::CubatureWorkspace(const CubatureModel& model, Index handle_capacity, Index contact_points)
    : prediction(limber::prediction(model.body.coordinate_count() / 3, model.body.J.cols())),
      objective(cubature_objective(model, handle_capacity)),
      contact(cubature_contact(model, handle_capacity, contact_points)), moves(cubature_moves(model)),
      now(iterate(model.body.coordinate_count() / 3)), end{Coordinates(model.body.coordinate_count() / 3, 3),
                                                           Coordinates(model.body.coordinate_count() / 3, 3),
                                                           AffineStack(0, 3)} {}

StepReport cubature_step(const CubatureModel& model, const Controls& controls, const Handles& handles, State& state,
                         CubatureWorkspace& workspace) {
    check_input(model, controls, handles, state, workspace);
    const NoDenormals no_denormals;
    const StepProblem step{model, controls, handles, state, workspace};
    Descent descent = solve_step(step, uses_history(controls, state));
    if (workspace.prediction.uses_history && workspace.contact.general.listed.in_use) {
        // BDF2 met an obstacle: backward Euler solves the step again.
        descent = followed_by(descent, solve_step(step, false));
    }
    return advance(step, descent, state);
}

} // namespace limber
