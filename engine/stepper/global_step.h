#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// The positions for given rotations: (D + Phi' S Phi) Z = rhs, with D diagonal in modal coordinates.
namespace limber {

/// Sets up D^-1 and the handles' Woodbury system; once a step.
void prepare_global_step(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// Z = (D + Phi' S Phi)^-1 rhs, in place.
void solve_global_step(const Controls& controls, Workspace& workspace, AffineStack& rhs);

} // namespace limber
