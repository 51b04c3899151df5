// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/contact_step.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/step_input.h"

/// Second stage of a step: lists its contacts (step_contacts.h) and prepares their system.
namespace limber {

/// Lists the surfaces near the points at the start of the step.
void list_near_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                        ContactScratch& contact);

/// Call after a descent that ended at Z (k x 3). Returns whether points have passed through surfaces that were not
/// listed, so that the descent must continue with contact.
bool list_missed_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                          const Coordinates& Z, bool may_list, ContactScratch& contact);

} // namespace limber
