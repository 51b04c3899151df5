#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// What the volume term adds to the Hessian is V l V', with a column v_c = (GKB)_c' vec(R_c) a cluster: with it in the
/// inverse, the way to the minimum no longer depends on Poisson's ratio (the paper's quasi-Newton, which leaves it out,
/// crawls above 0.3). Handles are three more columns each. With D the diagonal of the rest and 3k unknowns,
///
///     (D + V l V')^-1 = D^-1 - D^-1 V (l^-1 + V' D^-1 V)^-1 V' D^-1      by Woodbury, as wide as there are columns
///                     = U^-1 U^-T,  U'U = D + V l V'                     whole, 3k wide
///
/// whichever is narrower. Its rotations are those of the step's first pass; where the clusters have turned far from
/// them since, it is built again on the way. Steers the descent and no more, so single precision does.
namespace limber {

/// Empty when the model has no volume to hold, or is so large that the system would cost more than it saves.
VolumeSystem volume_system(const ReducedModel& model, Index handle_capacity);

/// After the first pass of a step. Leaves workspace.volume.in_use false where plain L-BFGS does as well.
void prepare_volume_system(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// After a pass: once more with the rotations of now, if they are far from those of the system.
/// Precondition: workspace.volume.in_use.
void renew_volume_system(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// rows <- (D + V l V')^-1 rows, in place. Precondition: workspace.volume.in_use.
void solve_with_volume(Workspace& workspace, Coordinates& rows);

} // namespace limber
