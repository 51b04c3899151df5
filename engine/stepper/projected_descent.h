// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/contact_step.h"
#include "engine/stepper/descent.h"
#include "engine/stepper/objective.h"

/// The descent of a step in contact: plain local-global iterations, each projected onto the contact laws.
///
/// Each minimises a bound of the objective in the constant metric in which contacts couple through scalars
/// (contact_solver.h). Where the moves are short, Nesterov momentum extrapolates them.
namespace limber {

/// Scratch of descend_projected.
struct ProjectedScratch {
    Iterate trial;            // the end of the move
    Coordinates direction;    // k x 3 the move
    Coordinates reached;      // k x 3 the point that the previous move reached, before extrapolation
    Coordinates displacement; // k x 3 from there to the point that this move reached
};

/// Sized, with undefined contents.
ProjectedScratch projected_scratch(Index coordinates);

/// Starts at now.Z and leaves the last iterate in `now`, evaluated. It satisfies the laws of the contacts listed in
/// `contact`, whose system is prepared.
Descent descend_projected(const ReducedModel& model, const Controls& controls, StepObjective& objective,
                          ContactScratch& contact, ProjectedScratch& scratch, Iterate& now);

} // namespace limber
