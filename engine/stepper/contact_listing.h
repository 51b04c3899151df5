// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/contact_step.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/step_input.h"

/// Second stage of a step: lists its contacts from the candidates of contact detection (contact/contact_detection.h)
/// and prepares their system.
namespace limber {

/// Lists the three nearest surfaces of each point, among those within a margin. Sets contact.in_use, whether one of the
/// listed points carried a contact force in the previous step: then the step is solved with contact from the start.
void list_near_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                        ContactScratch& contact);

/// Call after a descent that ended at Z (k x 3). Measures contact.depth, the largest penetration at its end, and, if
/// `may_list`, lists for each point the first surface on its path that no listed half-space accounts for. Returns
/// whether any were found, so that the descent must continue with contact.
bool list_missed_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                          const Coordinates& Z, bool may_list, ContactScratch& contact);

} // namespace limber
