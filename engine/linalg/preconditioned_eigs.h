#pragma once

#include "engine/linalg/block_lanczos.h"
#include "engine/linalg/types.h"

#include <optional>

/// The smallest eigenpairs of a sparse symmetric A on the null space of Q', with an inverse that is only roughly one:
/// LOBPCG, the locally optimal block preconditioned conjugate gradients [Knyazev 2001].
///
///     minimise  tr(X' A X)   subject to   X'X = I,   Q'X = 0
///
/// In each iteration X becomes the best of the span of itself, of the preconditioned residuals W, and of
/// the directions P of the iteration before; their basis is kept orthonormal throughout [Hetmaniuk and Lehoucq 2006]. A
/// few columns more than asked for go along, so that eigenvalues which lie close together are not cut
/// apart: what converges is the gap behind the last column.
namespace limber {

struct PreconditionedOptions {
    Index count = 16;
    double shift = 0.0;      // A + shift I is what the inverse inverts
    double tolerance = 1e-8; // of the residual, relative to the largest eigenvalue and the shift
    int iterations_max = 120;
};

struct PreconditionedPairs {
    Vector values;          // count      ascending
    Matrix vectors;         // n x count  orthonormal
    bool converged = false; // false with no vectors at all: the numbers gave out
};

/// `inverse` maps into the null space of Q' (n x c, orthonormal). Nothing when it was stopped. The start is always the
/// same.
std::optional<PreconditionedPairs> smallest_eigenpairs(const SparseMatrix& A, const Matrix& Q,
                                                       const BlockOperator& inverse,
                                                       const PreconditionedOptions& options,
                                                       const LanczosProgress& keep_going);

} // namespace limber
