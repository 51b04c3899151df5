#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// The next coarser level of a multigrid hierarchy, by smoothed aggregation [Vanek, Mandel and Brezina 1996].
///
/// Rows that hold strongly to each other, |a_ij| > strength sqrt(a_ii a_jj), are gathered into aggregates, a row with
/// its neighbours. On each the smoothest vector, the one that A hardly resists, becomes one column, and a damped Jacobi
/// step takes the jumps between aggregates out of it. The smoothest vector lies in the span by construction.
struct CoarseLevel {
    SparseMatrix R;   // n_coarse x n: restriction; R' is the prolongation
    Vector smoothest; // n_coarse: R' smoothest is the smoothest vector of A, but for the Jacobi step
};

/// A symmetric with a positive diagonal, `smoothest` without zeros.
CoarseLevel coarse_level(const SparseMatrix& A, const Vector& smoothest, double strength);

} // namespace limber
