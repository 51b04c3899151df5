#include "engine/stepper/step.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_step.h"
#include "engine/stepper/descent.h"
#include "engine/stepper/no_denormals.h"
#include "engine/stepper/objective.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr int rounds_max = 4; // of descents with newly listed surfaces

void check_sizes(const ReducedModel& model, const Controls& controls, const State& state, const Workspace& workspace) {
    const Index coordinates = model.coordinate_count();
    const Index rig = 4 * model.bone_count();
    EXPECTS(controls.P.rows() == rig && state.P.rows() == rig && state.Pdot.rows() == rig);
    EXPECTS(state.Z.rows() == coordinates && state.Zdot.rows() == coordinates && workspace.now.Z.rows() == coordinates);
    EXPECTS(workspace.single.rig_F.size() == model.sets.size());
    EXPECTS(static_cast<Index>(controls.handles.size()) <= workspace.handle_capacity());
    EXPECTS(state.previous.time_step == 0.0 ||
            (state.previous.Z.rows() == coordinates && state.previous.P.rows() == rig));
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(controls.young_scale > 0 && controls.density_scale > 0 && controls.volume_scale >= 0);
    EXPECTS(controls.activation.size() == 0 || controls.activation.size() == model.muscle_count());
    EXPECTS(controls.muscle_stiffness_scale >= 0 && (!model.actuation || !workspace.single.active_S.empty()));
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0 && controls.wind.drag >= 0);
    EXPECTS(controls.memory >= 0 && controls.memory <= DescentMemory::pairs_max);
    if (controls.contact.points) {
        const Index points = controls.contact.points->count();
        EXPECTS(controls.contact.points->phi.rows() == coordinates && controls.contact.points->rig_rows.rows() == rig);
        EXPECTS(state.contact_force.rows() == points);
        EXPECTS(workspace.contact.system.capacity() >= ContactSystem::contacts_per_point * points);
    }
    if (controls.contact.obstacles) {
        EXPECTS(std::ranges::all_of(*controls.contact.obstacles, has_surface, &Obstacle::shape));
    }
    for (const Handle& handle : controls.handles) {
        EXPECTS(handle.point.phi.size() == coordinates && handle.point.rig_row.size() == rig);
        EXPECTS(handle.stiffness > 0);
    }
}

// The integrator that a step uses.
struct StepPlan {
    double h = 0.0; // of the integrator, see prepare_objective
    bool uses_history = false;
};

// Predicts the contact-free motion: writes its end, offset by strain damping, to workspace.now.Z.
StepPlan predict(const ReducedModel& model, const Controls& controls, const State& state, bool with_history,
                 Workspace& workspace) {
    const double h = prepare_objective(model, controls, state, workspace, with_history);
    workspace.now.Z = workspace.Z_base + (h + controls.strain_damping) * workspace.Zdot_base;
    return {h, with_history};
}

// Minimises the step's objective. Starts without contact unless a listed point carried a contact force before, so a
// distant obstacle does not affect the step. Each time a point has passed through a surface, the descent continues with
// that surface added. A plan that uses history stops at the first contact instead.
Descent minimise(const ReducedModel& model, const Controls& controls, const State& state, const StepPlan& plan,
                 Workspace& workspace) {
    const bool starts_in_contact = prepare_contact(model, controls, state, plan.h, workspace);
    if (starts_in_contact && plan.uses_history) {
        return {};
    }
    Descent descent = starts_in_contact ? descend_in_contact(model, controls, workspace)
                                        : descend_without_contact(model, controls, workspace);
    for (int round = 0; !descent.failed && round <= rounds_max; ++round) {
        if (!add_missed_contacts(model, controls, state, plan.h, round < rounds_max, workspace) || plan.uses_history) {
            break;
        }
        const int before = descent.iterations;
        descent = descend_in_contact(model, controls, workspace);
        descent.iterations += before;
    }
    return descent;
}

// Solves the step; a plan that uses history and meets an obstacle is solved again by backward Euler.
Descent solve_step(const ReducedModel& model, const Controls& controls, const State& state, StepPlan& plan,
                   Workspace& workspace) {
    plan = predict(model, controls, state, uses_history(controls, state), workspace);
    Descent descent = minimise(model, controls, state, plan, workspace);
    if (plan.uses_history && workspace.contact.in_use) {
        const int before = descent.iterations;
        plan = predict(model, controls, state, false, workspace);
        descent = minimise(model, controls, state, plan, workspace);
        descent.iterations += before;
    }
    return descent;
}

// Converts the unknown to the end-of-step position and velocity.
void compute_end_of_step(const Controls& controls, double h, Workspace& workspace) {
    const double ahead = controls.strain_damping / h;
    workspace.Z_next = (workspace.now.Z + ahead * workspace.Z_base) / (1.0 + ahead);
    workspace.Zdot_next = (workspace.Z_next - workspace.Z_base) / h;
}

bool is_finite(const Workspace& workspace, const StepReport& report) {
    return std::isfinite(workspace.now.objective) && std::isfinite(report.elastic_energy) &&
           workspace.Z_next.allFinite() && workspace.Zdot_next.allFinite();
}

void advance(const Controls& controls, const Workspace& workspace, State& state) {
    state.previous.Z = state.Z;
    state.previous.Zdot = state.Zdot;
    state.previous.P = state.P;
    state.previous.Pdot = state.Pdot;
    // A contact changes velocities discontinuously, so differences across it are not valid history.
    const bool keeps_history = !controls.rig_discontinuity && !workspace.contact.in_use;
    state.previous.time_step = keeps_history ? controls.time_step : 0.0;
    state.Z = workspace.Z_next;
    state.Zdot = workspace.Zdot_next;
    state.P = controls.P;
    state.Pdot = workspace.Pdot;
    state.time += controls.time_step;
}

} // namespace

StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace) {
    check_sizes(model, controls, state, workspace);
    const NoDenormals no_denormals;
    StepPlan plan;
    const Descent descent = solve_step(model, controls, state, plan, workspace);

    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    report.elastic_energy = elastic_energy(model, controls, workspace);
    compute_end_of_step(controls, plan.h, workspace);
    if (descent.failed || !is_finite(workspace, report)) {
        report.status = StepStatus::not_finite;
        return report;
    }
    advance(controls, workspace, state);
    if (controls.contact.points) {
        report.contacts = report_contact_forces(model, workspace, state.contact_force);
        report.depth = workspace.contact.depth;
        report.contacts_left_out = workspace.contact.left_out;
    }
    report.kinetic_energy = kinetic_energy(model, controls, state, workspace);
    return report;
}

} // namespace limber
