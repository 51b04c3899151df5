#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// The local step: computes the rotation of each cluster at given positions, and their gradient, in one pass over the
/// clusters.
namespace limber {

/// The muscles' stiffness relative to the material's; 0 without muscles.
double muscle_stiffness_scale(const ReducedModel& model, const Controls& controls);

/// Computes the rig's share of every cluster's F at workspace.P_ahead, and the muscles' S at this activation. Call once
/// a step.
void prepare_elastic_pass(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// Subtracts the rotations' pull from at.gradient and returns their energy [J]: - sum_c w_c (<R_c, F_c> - 3) + sum_c
/// l_c / 2 (<R_c, F_c> - 3)^2, R_c the rotation nearest to F_c at `at.Z`.
double add_elastic_gradient(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at);

} // namespace limber
