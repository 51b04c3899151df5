// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_stages.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

void check_contact_sizes(const GeneralContactInput& input, const GeneralContact& contact) {
    const ContactControls& controls = input.controls.contact;
    if (controls.points) {
        const Index points = controls.points->count();
        EXPECTS(controls.points->phi.rows() == 3 * input.model.coordinate_count());
        EXPECTS(controls.points->rig_rows.rows() == input.model.J.cols());
        EXPECTS(input.state.contact_force.rows() == points);
        EXPECTS(contact.listed.system.capacity() >= ContactSystem::contacts_per_point * points);
    }
    if (controls.obstacles) {
        EXPECTS(std::ranges::all_of(*controls.obstacles, has_surface, &Obstacle::shape));
    }
}

void check_points(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles) {
    const Index k = model.coordinate_count();
    for (const GeneralHandle& handle : handles) {
        EXPECTS(handle.rows.cols() == k && handle.rig_row.size() == model.J.cols());
        EXPECTS(handle.stiffness > 0);
    }
    for (const PointForce& applied : controls.forces) {
        EXPECTS(applied.point.phi.size() == 3 * k);
    }
    for (const Spring& spring : controls.springs) {
        EXPECTS(spring.span.phi.size() == 3 * k && spring.span.rig_row.size() == model.J.cols());
        EXPECTS(spring.stiffness > 0 && spring.rest_length >= 0);
    }
}

} // namespace

void check_general_input(const GeneralContactInput& input, const std::vector<GeneralHandle>& handles,
                         Index handle_capacity, const GeneralContact& contact) {
    const auto& [model, controls, state] = input;
    EXPECTS(3 * state.Z.rows() == model.coordinate_count() && controls.P.rows() == model.J.cols());
    EXPECTS(contact.free_end.size() == model.coordinate_count());
    EXPECTS(static_cast<Index>(handles.size() + controls.springs.size()) <= handle_capacity);
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(controls.young_scale > 0 && controls.density_scale > 0 && controls.lambda_scale >= 0);
    EXPECTS(!model.actuation || controls.activation.size() == 0 ||
            controls.activation.size() == model.actuation->muscle_count());
    EXPECTS(controls.muscle_stiffness_scale >= 0);
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0 && controls.wind.drag >= 0);
    check_points(model, controls, handles);
    check_contact_sizes(input, contact);
}

StepReport replace_state(const SolvedGeneralStep& step, const Descent& descent, EndOfStep& end, State& state) {
    const auto& [model, controls, prediction, objective, contacts, now] = step;
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    report.elastic_energy = elastic_energy(model, controls, prediction, objective, now);
    compute_end_of_step(controls, prediction, now.Z, end);
    if (descent.failed || !std::isfinite(report.elastic_energy) || !end.Z.allFinite() || !end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    replace_state(controls, end, prediction.Pdot, contacts.in_use, state);
    if (controls.contact.points) {
        report.contacts = report_contact_forces(model.size, contacts, state.contact_force);
        report.depth = contacts.depth;
        report.contacts_left_out = contacts.left_out;
    }
    report.kinetic_energy = kinetic_energy(model, controls, end.Zdot, state.Pdot, end.Z);
    return report;
}

} // namespace limber
