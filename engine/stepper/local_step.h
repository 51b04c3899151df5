#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// The rotations for given positions, and what they ask of the positions, in one pass over the clusters.
namespace limber {

/// The rig's share of every cluster's F; once a step.
void prepare_local_step(const ReducedModel& model, const AffineStack& P, Workspace& workspace);

/// workspace.elastic_rhs = (GKB)' (w R) with R_c = the rotation nearest to F_c(workspace.Z).
/// Returns sum_c w_c <R_c, rig's share of F_c>, which the energy needs.
double local_step(const ReducedModel& model, Workspace& workspace);

} // namespace limber
