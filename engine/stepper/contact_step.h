#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

namespace limber {

/// Finds what the body may touch in this step, in workspace.contact: points that are inside an obstacle, or close to
/// one, or on their way to one. After prepare_objective; h is the length of its step.
void prepare_contact(const ReducedModel& model, const Controls& controls, const State& state, double h,
                     Workspace& workspace);

/// Adds what was not foreseen: points that are inside an obstacle at workspace.now.Z. Returns whether there were any.
bool add_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                         Workspace& workspace);

/// Bends the direction, from workspace.now.Z to where the body would go without contact, such that at its end the laws
/// of contact hold; leaves the forces in workspace.contact.
void obey_contact(Workspace& workspace, int sweeps);

/// The force on each contact point [N]; returns how many surfaces are touched, to a ten-thousandth of the body's size.
int tell_contact_forces(const ReducedModel& model, const Workspace& workspace, Points& force);

} // namespace limber
