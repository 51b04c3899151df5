// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/full_space/hyperelastic_tets.h"
#include "engine/full_space/muscle_energy.h"
#include "engine/full_space/tet_energy.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/springs.h"

/// The objective of a step in full space. As a function of the unknown Z (n x 3), which strain damping offsets as in
/// the reduced step (stepper/objective.h), it is
///
///     1/2 <Z, A Z> - <Z, constant> + the energy of the tets + the local steps of the springs (stepper/springs.h)
///
/// of which co-rotational elasticity and ARAP have the quadratic part in A and `constant`, as fibres under tension have
/// theirs; and the energy of the gas in pockets.
namespace limber {

struct FullSpaceObjective {
    const Kernel* kernel = nullptr;
    Threads threads;
    Progress* progress = nullptr; // cancels what takes long; null: nothing does
    double share = 1.0;           // of the unknown in the position at the end of the step, 1 / (1 + beta/h)
    double inertia = 0.0;         // [1/s^2], times M: inertia and damping
    SparseMatrix A;               // n x n: inertia, damping, handles, springs and what elasticity has
    Points constant;              // n x 3
    TetGradients active;          // of the muscles; empty: no muscle force
    Points rig;                   // n x 3 [m] J P_ahead, where the rig has the vertices
    SpringOffsets springs;
    TetEnergy energy; // the only members that evaluate writes are this one
    Points x;         // and this: n x 3 [m] where elasticity is evaluated
};

/// Sized for a model, with undefined contents.
FullSpaceObjective full_space_objective(const FullSpaceModel& model, const Kernel& kernel, Threads threads);

/// Call once after each prediction.
void prepare_objective(const FullSpaceModel& model, const Controls& controls, const Prediction& prediction,
                       FullSpaceObjective& objective);

/// Computes objective and gradient at `at.Z`.
void evaluate(const FullSpaceModel& model, const Controls& controls, FullSpaceObjective& objective, Iterate& at);

/// [J] the scale of the objective's round-off.
double elastic_weight(const FullSpaceModel& model, const Controls& controls);

} // namespace limber
