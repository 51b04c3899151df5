#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// The rotations for given positions, and what they ask of the positions, in one pass over the clusters.
namespace limber {

/// The rig's share of every cluster's F at workspace.P_ahead, and the muscles' S at this activation; once a step.
void prepare_elastic_pass(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// Takes the rotations' pull from at.gradient, and returns what they add to the energy [J]:
/// - sum_c w_c (<R_c, F_c> - 3) + sum_c l_c / 2 (<R_c, F_c> - 3)^2, R_c the rotation nearest to F_c at `at.Z`.
double add_elastic_pull(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at);

} // namespace limber
