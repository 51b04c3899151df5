// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_contact.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/step.h"

#include <vector>

/// The first and the last stage of a step in a linear subspace, which do not depend on how its objective is minimised
/// (general_step.h, cubature/cubature_step.h).
namespace limber {

/// Contracts: the sizes and ranges of what a step reads. `contact`: scratch of the step.
void check_general_input(const GeneralContactInput& input, const std::vector<GeneralHandle>& handles,
                         Index handle_capacity, const GeneralContact& contact);

/// A step whose descent has ended at `now`.
struct SolvedGeneralStep {
    const GeneralModel& model;
    const Controls& controls;
    const Prediction& prediction;
    const GeneralObjective& objective;
    const StepContacts& contacts;
    const Iterate& now;
};

/// Replaces the state by that at the end of the step. On not_finite it stays. `end`: scratch.
StepReport replace_state(const SolvedGeneralStep& step, const Descent& descent, EndOfStep& end, State& state);

} // namespace limber
