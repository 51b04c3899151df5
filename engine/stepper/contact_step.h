#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

namespace limber {

/// Finds what the body may touch in this step, in workspace.contact. Returns whether one of these surfaces bore it
/// before: then the step is one in contact from the beginning. After prepare_objective; h is the length of its step.
bool prepare_contact(const ReducedModel& model, const Controls& controls, const State& state, double h,
                     Workspace& workspace);

/// After a descent: measures how deep the worst point ends, and adds, where it may, what was not foreseen: surfaces
/// that a point has passed. Returns whether there were any, so that the step is to be taken up again, in contact.
bool add_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                         bool may_add, Workspace& workspace);

/// Bends the direction, from workspace.now.Z to where the body would go without contact, such that at its end the laws
/// of contact hold; leaves the forces in workspace.contact. Unless it is the last time in a step, nearly.
void obey_contact(Workspace& workspace, bool is_last);

/// The force on each contact point [N]; returns how many surfaces are touched, to a ten-thousandth of the body's size.
int tell_contact_forces(const ReducedModel& model, const Workspace& workspace, Points& force);

} // namespace limber
