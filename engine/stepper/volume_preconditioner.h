#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// What the volume term adds to the Hessian, l_c v_c v_c' a cluster with v_c = (GKB)_c' vec(R_c), is exactly as wide as
/// there are clusters: with it in the inverse (Woodbury), the way to the minimum no longer depends on Poisson's ratio
/// (the paper's quasi-Newton, which leaves it out, crawls above 0.3). The rotations are those of the step's
/// first pass. Steers the descent and no more, so single precision does.
namespace limber {

/// Empty when the model has no volume to hold, or so many clusters that the system would cost more than it saves.
VolumeSystem volume_system(const ReducedModel& model, Index handle_capacity);

/// After the first pass of a step. Leaves workspace.volume.in_use false where plain L-BFGS does as well.
void prepare_volume_system(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// rows <- (D + Phi' S Phi + V l V')^-1 rows, in place. Precondition: workspace.volume.in_use.
void solve_with_volume(Workspace& workspace, Coordinates& rows);

} // namespace limber
