// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/contact_step.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/kernel.h"
#include "engine/stepper/lbfgs_descent.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/projected_descent.h"

namespace limber {

/// Scratch of the third stage of a step.
struct Descents {
    LbfgsScratch lbfgs;         // without contact
    ProjectedScratch projected; // in contact
};

/// Scratch of a step, sized once, so that a step never allocates. A step reads nothing that an earlier one wrote, but
/// for a factor (rigid system, volume_preconditioner.h) that it would otherwise compute again, with the same bits. Each
/// member belongs to one stage or solver, which gets it as an argument; `advance` reads several.
struct Workspace {
    /// Precondition: runs_here(instruction_set).
    explicit Workspace(const ReducedModel& model, Index handle_capacity = 64,
                       InstructionSet instruction_set = widest_instruction_set(), Index contact_points = 0);

    Prediction prediction;
    StepObjective objective;
    ContactScratch contact;
    Descents descents;
    Iterate now; // the end of the last descent
    EndOfStep end;

    Index handle_capacity() const {
        return objective.handles.stiffness.size();
    }
};

} // namespace limber
