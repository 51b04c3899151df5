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

constexpr int rounds_max = 4; // of descents with surfaces that were not foreseen

void expect_that_sizes_agree(const ReducedModel& model, const Controls& controls, const State& state,
                             const Workspace& workspace) {
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
    EXPECTS(controls.strength >= 0 && (!model.actuation || !workspace.single.active_S.empty()));
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0);
    EXPECTS(controls.memory >= 0 && controls.memory <= DescentMemory::pairs_max);
    if (controls.contact.points) {
        const Index points = controls.contact.points->count();
        EXPECTS(controls.contact.points->phi.rows() == coordinates && controls.contact.points->rig_rows.rows() == rig);
        EXPECTS(state.contact_force.rows() == points);
        EXPECTS(workspace.contact.system.capacity() >= ContactSystem::contacts_per_point * points);
    }
    if (controls.contact.obstacles) {
        EXPECTS(std::ranges::all_of(*controls.contact.obstacles, is_whole, &Obstacle::shape));
    }
    for (const Handle& handle : controls.handles) {
        EXPECTS(handle.point.phi.size() == coordinates && handle.point.rig_row.size() == rig);
        EXPECTS(handle.stiffness > 0);
    }
}

// How a step is sought.
struct StepPlan {
    double h = 0.0; // of the integrator, see prepare_objective
    bool uses_history = false;
};

// Leaves in workspace.now.Z where the body would fly, and strain damping looks.
StepPlan set_out(const ReducedModel& model, const Controls& controls, const State& state, bool back,
                 Workspace& workspace) {
    const double h = prepare_objective(model, controls, state, workspace, back);
    workspace.now.Z = workspace.Z_base + (h + controls.strain_damping) * workspace.Zdot_base;
    return {h, back};
}

// Freely, if nothing bore the body before: an obstacle that is not met has no part in the step. Each time that a point
// has passed a surface, the descent is taken up again from where it came, with the surface; but not on a course that
// looks back, which ends where one is met.
Descent follow(const ReducedModel& model, const Controls& controls, const State& state, const StepPlan& course,
               Workspace& workspace) {
    const bool bears = prepare_contact(model, controls, state, course.h, workspace);
    if (bears && course.uses_history) {
        return {};
    }
    Descent descent =
        bears ? descend_in_contact(model, controls, workspace) : descend_freely(model, controls, workspace);
    for (int round = 0; !descent.lost && round <= rounds_max; ++round) {
        if (!add_missed_contacts(model, controls, state, course.h, round < rounds_max, workspace) ||
            course.uses_history) {
            break;
        }
        const int before = descent.iterations;
        descent = descend_in_contact(model, controls, workspace);
        descent.iterations += before;
    }
    return descent;
}

// A course that looks back and meets an obstacle is taken again without the past.
Descent find_end(const ReducedModel& model, const Controls& controls, const State& state, StepPlan& course,
                 Workspace& workspace) {
    course = set_out(model, controls, state, uses_history(controls, state), workspace);
    Descent descent = follow(model, controls, state, course, workspace);
    if (course.uses_history && workspace.contact.in_use) {
        const int before = descent.iterations;
        course = set_out(model, controls, state, false, workspace);
        descent = follow(model, controls, state, course, workspace);
        descent.iterations += before;
    }
    return descent;
}

// From where elasticity was asked back to where the body is, and how fast it moves.
void find_end_of_step(const Controls& controls, double h, Workspace& workspace) {
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
    // A surface changes a velocity at once: nothing that is read from places before and after it holds.
    const bool is_course = !controls.teleport && !workspace.contact.in_use;
    state.previous.time_step = is_course ? controls.time_step : 0.0;
    state.Z = workspace.Z_next;
    state.Zdot = workspace.Zdot_next;
    state.P = controls.P;
    state.Pdot = workspace.Pdot;
    state.time += controls.time_step;
}

} // namespace

StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace) {
    expect_that_sizes_agree(model, controls, state, workspace);
    const NoDenormals no_denormals;
    StepPlan course;
    const Descent descent = find_end(model, controls, state, course, workspace);

    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    report.elastic_energy = elastic_energy(model, controls, workspace);
    find_end_of_step(controls, course.h, workspace);
    if (descent.lost || !is_finite(workspace, report)) {
        report.status = StepStatus::not_finite;
        return report;
    }
    advance(controls, workspace, state);
    if (controls.contact.points) {
        report.contacts = tell_contact_forces(model, workspace, state.contact_force);
        report.depth = workspace.contact.depth;
        report.contacts_left_out = workspace.contact.left_out;
    }
    report.kinetic_energy = kinetic_energy(model, controls, state, workspace);
    return report;
}

} // namespace limber
