// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// The next coarser level of a multigrid hierarchy, by smoothed aggregation [Vanek, Mandel and Brezina 1996].
///
/// Strongly coupled rows, |a_ij| > strength sqrt(a_ii a_jj), are grouped into aggregates, a row with its neighbours. On
/// each aggregate the smoothest vector, the one with the smallest energy, becomes one column, and a damped Jacobi step
/// smooths the jumps between aggregates. The smoothest vector is in the span by construction.
struct CoarseLevel {
    SparseMatrix R;   // n_coarse x n: restriction; R' is the prolongation
    Vector smoothest; // n_coarse: R' smoothest is the smoothest vector of A, except for the Jacobi step
};

/// Precondition: A is symmetric with a positive diagonal, `smoothest` has no zeros.
CoarseLevel coarse_level(const SparseMatrix& A, const Vector& smoothest, double strength);

} // namespace limber
