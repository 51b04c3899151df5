// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/descent.h"
#include "engine/stepper/descent_memory.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/volume_system.h"

/// The descent of a step without contact.
///
/// The plain local-global iteration is a gradient move in the metric of the constant part of the Hessian: Z <- Z - A^-1
/// g. L-BFGS [Nocedal 1980; Liu, Bouaziz, Kavan 2017, Quasi-Newton methods for real-time simulation of hyperelastic
/// materials] starts from that move and approximates the rest of the Hessian from the last few moves: it reaches the
/// minimum in about a third of the iterations. A move that raises the objective is never accepted.
namespace limber {

/// Scratch of descend_lbfgs.
struct LbfgsScratch {
    Iterate trial;         // the end of the move under test
    Coordinates direction; // k x 3
    DescentMemory memory;
    ConstantMetric metric; // A^-1, of the constant part of the Hessian
    VolumeSystem volume;   // in place of the metric where the volume term is stiff
};

/// Sized for a model, with undefined contents.
LbfgsScratch lbfgs_scratch(const ReducedModel& model, Index handle_capacity);

/// Starts at now.Z and leaves the best iterate in `now`, evaluated.
Descent descend_lbfgs(const ReducedModel& model, const Controls& controls, StepObjective& objective,
                      LbfgsScratch& scratch, Iterate& now);

} // namespace limber
