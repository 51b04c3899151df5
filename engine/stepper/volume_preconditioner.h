// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/objective.h"
#include "engine/stepper/volume_system.h"

/// The volume term adds V l V' to the Hessian, with a column v_c = (GKB)_c' vec(R_c) a cluster. With it in the inverse,
/// the number of iterations no longer depends on Poisson's ratio (the paper's quasi-Newton method leaves it out and
/// converges very slowly above 0.3). Each handle adds three columns. With D the diagonal of the rest and 3k unknowns,
///
///     (D + V l V')^-1 = D^-1 - D^-1 V (l^-1 + V' D^-1 V)^-1 V' D^-1      by Woodbury, as wide as V has columns
///                     = U^-1 U^-T,  U'U = D + V l V'                     whole, 3k wide
///
/// whichever is narrower. It only preconditions the descent, so single precision is enough, and rotations near those of
/// the clusters. If all clusters turn with the body by one rotation Q, then V = (I (x) Q) V_0, and the system is that
/// of V_0, the columns at rest, in the frame Q. This *rigid* system depends on the model and the controls alone: it is
/// built when they change, and solved by products, which take less time than solving with U: the inverse is R R' with
/// R = U^-1 if it is whole, or else D^-1 - R R' with R = D^-1 V U^-1. It is used while the clusters are near enough to
/// the body's rotation, nearer if they turn within the step, which then needs many iterations; otherwise the rotations
/// are those of the step's first pass, and the system is rebuilt within a step when the clusters have turned far from
/// them. A rigid system has the same bits whenever it was built, so a step does not depend on the steps before.
namespace limber {

/// Call after the first pass of a step, with its rotations in objective.pass. Leaves volume.in_use false where plain
/// L-BFGS is as good.
void prepare_volume_system(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                           VolumeSystem& volume);

/// Call after a pass: rebuilds the system if the rotations differ too much from those it was built with. Precondition:
/// volume.in_use.
void update_volume_system(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                          VolumeSystem& volume);

/// rows <- (D + V l V')^-1 rows, in place; k x 3. Precondition: volume.in_use.
void solve_with_volume(const StepObjective& objective, VolumeSystem& volume, Coordinates& rows);

} // namespace limber
