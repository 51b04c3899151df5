// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_listing.h"
#include "engine/stepper/contact_rounds.h"
#include "engine/stepper/no_denormals.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

void check_sizes(const ReducedModel& model, const Controls& controls, const State& state, const Workspace& workspace) {
    const Index coordinates = model.coordinate_count();
    const Index rig = 4 * model.rig_map_count();
    EXPECTS(controls.P.rows() == rig && state.P.rows() == rig && state.Pdot.rows() == rig);
    EXPECTS(state.Z.rows() == coordinates && state.Zdot.rows() == coordinates && workspace.now.Z.rows() == coordinates);
    EXPECTS(workspace.objective.pass.single.rig_F.size() == model.sets.size());
    EXPECTS(static_cast<Index>(controls.handles.size() + controls.springs.size()) <= workspace.handle_capacity());
    EXPECTS(state.previous.time_step == 0.0 ||
            (state.previous.Z.rows() == coordinates && state.previous.P.rows() == rig));
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(controls.young_scale > 0 && controls.density_scale > 0 && controls.lambda_scale >= 0);
    EXPECTS(controls.activation.size() == 0 || controls.activation.size() == model.muscle_count());
    EXPECTS(controls.muscle_stiffness_scale >= 0 &&
            (!model.actuation || !workspace.objective.pass.single.active_S.empty()));
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0 && controls.wind.drag >= 0);
    EXPECTS(controls.memory >= 0 && controls.memory <= DescentMemory::pairs_max);
    if (controls.contact.points) {
        const Index points = controls.contact.points->count();
        EXPECTS(controls.contact.points->phi.rows() == coordinates && controls.contact.points->rig_rows.rows() == rig);
        EXPECTS(state.contact_force.rows() == points);
        EXPECTS(workspace.contact.listed.system.capacity() >= ContactSystem::contacts_per_point * points);
    }
    if (controls.contact.obstacles) {
        EXPECTS(std::ranges::all_of(*controls.contact.obstacles, has_surface, &Obstacle::shape));
    }
    for (const Handle& handle : controls.handles) {
        EXPECTS(handle.point.phi.size() == coordinates && handle.point.rig_row.size() == rig);
        EXPECTS(handle.stiffness > 0);
    }
    for (const PointForce& applied : controls.forces) {
        EXPECTS(applied.point.phi.size() == coordinates);
    }
    for (const Spring& spring : controls.springs) {
        EXPECTS(spring.span.phi.size() == coordinates && spring.span.rig_row.size() == rig);
        EXPECTS(spring.stiffness > 0 && spring.rest_length >= 0);
    }
}

// Predicts the motion and computes the objective that measures inertia from it.
void predict(const StepInput& input, bool with_history, Prediction& prediction, StepObjective& objective) {
    predict_motion(input.controls, input.state, with_history, prediction);
    prepare_objective(input.model, input.controls, prediction, objective);
}

// Lists the contacts near the body at the start of the step. The step is solved with contact from the start only if a
// listed point carried a contact force before, so a distant obstacle does not affect it.
void detect(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
            ContactScratch& contact) {
    list_near_contacts(input, prediction, objective, contact);
}

Descent minimise(const StepInput& input, const Prediction& prediction, StepObjective& objective,
                 ContactScratch& contact, Descents& descents, Iterate& now) {
    const ReducedModel& model = input.model;
    const Controls& controls = input.controls;
    now.Z = prediction.Z;
    return minimise_with_contacts(
        prediction, contact.listed,
        [&](bool in_contact) {
            return in_contact ? descend_projected(model, controls, objective, contact, descents.projected, now)
                              : descend_lbfgs(model, controls, objective, descents.lbfgs, now);
        },
        [&](bool may_list) { return list_missed_contacts(input, prediction, objective, now.Z, may_list, contact); });
}

// Replaces the state by the end of the step, unless that is not finite. Writes `end` and the state alone.
StepReport advance(const ReducedModel& model, const Controls& controls, const Descent& descent,
                   const Workspace& workspace, EndOfStep& end, State& state) {
    const Iterate& now = workspace.now;
    const ContactScratch& contact = workspace.contact;
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    report.elastic_energy = elastic_energy(model, controls, workspace.prediction, workspace.objective, now);
    compute_end_of_step(controls, workspace.prediction, now.Z, end);
    if (model.is_planar) {
        stay_in_plane(end);
    }
    const bool is_finite = std::isfinite(now.objective) && std::isfinite(report.elastic_energy) && end.Z.allFinite() &&
                           end.Zdot.allFinite();
    if (descent.failed || !is_finite) {
        report.status = StepStatus::not_finite;
        return report;
    }
    replace_state(controls, end, workspace.prediction.Pdot, contact.listed.in_use, state);
    if (controls.contact.points) {
        report.contacts = report_contact_forces(model.frame.scale, contact.listed, state.contact_force);
        report.depth = contact.listed.depth;
        report.contacts_left_out = contact.listed.left_out;
    }
    report.kinetic_energy = kinetic_energy(model, controls, state, *workspace.objective.kernel, end.rig_momentum);
    return report;
}

} // namespace

StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace) {
    check_sizes(model, controls, state, workspace);
    const NoDenormals no_denormals;
    auto& [prediction, objective, contact, descents, now, end] = workspace;
    const StepInput input{model, controls, state};

    predict(input, uses_history(controls, state), prediction, objective);
    detect(input, prediction, objective, contact);
    Descent descent = minimise(input, prediction, objective, contact, descents, now);

    if (prediction.uses_history && contact.listed.in_use) {
        // BDF2 met an obstacle: backward Euler solves the step again.
        predict(input, false, prediction, objective);
        detect(input, prediction, objective, contact);
        descent = followed_by(descent, minimise(input, prediction, objective, contact, descents, now));
    }

    return advance(model, controls, descent, workspace, end, state);
}

} // namespace limber
