#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

namespace limber {

/// Lists the contacts of this step in workspace.contact. Returns whether one of the listed points carried a contact
/// force in the previous step: then the step is solved with contact from the start. Call after prepare_objective; h is
/// the length of its step.
bool prepare_contact(const ReducedModel& model, const Controls& controls, const State& state, double h,
                     Workspace& workspace);

/// Call after a descent. Measures the penetration depth at its end and, if `may_add`, adds the surfaces that points
/// have passed through. Returns whether any were found, so that the descent must continue with contact.
bool add_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                         bool may_add, Workspace& workspace);

/// Changes workspace.direction, the contact-free move from workspace.now.Z, so that its end satisfies the contact laws;
/// leaves the forces in workspace.contact. Approximate unless `is_last`, the last call of a step.
void apply_contact_laws(Workspace& workspace, bool is_last);

/// Writes the force on each contact point [N]. Returns the number of touched surfaces, those within 1e-4 of the body's
/// size.
int report_contact_forces(const ReducedModel& model, const Workspace& workspace, Points& force);

} // namespace limber
