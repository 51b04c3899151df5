#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// Lists the contacts of a step from the candidates of contact detection (contact/contact_detection.h).
namespace limber {

/// Lists in workspace.contact the three nearest surfaces of each point, among those within a margin. Returns whether
/// one of these points had a contact force in the previous step.
bool list_near_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                        Workspace& workspace);

/// Measures workspace.contact.depth, the largest penetration at the end of the step at workspace.now. If `may_list`,
/// also lists for each point the first surface on its segment that no listed half-space accounts for. Returns whether
/// any were found.
bool list_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                          bool may_list, Workspace& workspace);

} // namespace limber
