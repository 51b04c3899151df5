// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/tet_energy.h"
#include "engine/stepper/state.h"

/// The actuation energy of a body's muscles in full space. Its quadratic part is that of elasticity and belongs to the
/// step's matrix; here is the rest,
///
///     - sum_c w_c <Omega_c, H_c>        H_c = sum over the cluster's tets of 2 mu V F Y(a)' / w_c
namespace limber {

/// The muscles' stiffness relative to the material's; 0 without muscles.
double muscle_stiffness_scale(const FullSpaceModel& model, const Controls& controls);

/// Y(a) g for every tet and corner; empty where the muscles have no stiffness.
TetGradients active_gradients(const FullSpaceModel& model, const Controls& controls);

/// Returns scale times the energy [J] at x (n x 3), and adds scale times its gradient [N] to `gradient`. Overwrites
/// scratch.forces. The same bits on any number of threads. Precondition: the model has muscles.
double add_muscle_energy(const FullSpaceModel& model, const TetGradients& active, const Points& x, double scale,
                         Threads threads, TetEnergy& scratch, Points& gradient);

/// U, 3n x 3c, vertex by vertex, with three columns for each cluster: scale times the second derivative of the energy
/// at x is -U U'. Precondition: the model has muscles.
Matrix muscle_curvature_columns(const FullSpaceModel& model, const TetGradients& active, const Points& x, double scale);

} // namespace limber
