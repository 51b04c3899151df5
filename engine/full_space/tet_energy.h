// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"
#include "engine/full_space/full_space_model.h"
#include "engine/stepper/kernel.h"

#include <vector>

namespace limber {

/// The part of the elastic energy that is not quadratic in the positions,
///
///     sum_t  -w_t <R_t, F_t>  +  l_scale l_t / 2 (<R_t, F_t> - 3)^2          R_t the rotation nearest to F_t
///
/// and its gradient, by one pass over the tets in double precision.
struct TetEnergy {
    std::vector<double> F;      // blocks of cluster_lanes tets: entry, lane
    std::vector<double> R;      // likewise
    std::vector<double> forces; // t x 4 x 3: the gradient by each corner
    std::vector<double> sums;   // one for each block of the parallel loop
};

TetEnergy tet_energy(const FullSpaceModel& model);

/// F of a tet at the positions x (n x 3).
Mat3 deformation_gradient(const FullSpaceModel& model, const Points& x, std::size_t tet);

/// Adds scale times the forces on the corners, vertex by vertex, to `gradient`.
void add_corner_forces(const FullSpaceModel& model, double scale, Threads threads, const TetEnergy& scratch,
                       Points& gradient);

/// Returns scale times the energy [J] at x (n x 3) and adds scale times its gradient [N] to `gradient`. The same bits
/// on any number of threads.
double add_tet_energy(const FullSpaceModel& model, const Kernel& kernel, const Points& x, double scale, double l_scale,
                      Threads threads, TetEnergy& scratch, Points& gradient);

} // namespace limber
