// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/block_lanczos.h"
#include "engine/linalg/types.h"

#include <optional>

/// The smallest eigenpairs of a sparse symmetric A on the null space of Q', with an approximate inverse: LOBPCG, the
/// locally optimal block preconditioned conjugate gradient method [Knyazev 2001].
///
///     minimise  tr(X' A X)   subject to   X'X = I,   Q'X = 0
///
/// In each iteration X becomes the best of the span of itself, the preconditioned residuals W, and the previous
/// directions P; their basis stays orthonormal [Hetmaniuk and Lehoucq 2006]. A few additional columns are iterated, so
/// that clustered eigenvalues are not separated: convergence depends on the gap after the last column.
namespace limber {

struct PreconditionedOptions {
    Index count = 16;
    double shift = 0.0;      // the inverse approximates (A + shift I)^-1
    double tolerance = 1e-8; // of the residual, relative to the largest eigenvalue and the shift
    int iterations_max = 120;
};

struct PreconditionedPairs {
    Vector values;          // count      ascending
    Matrix vectors;         // n x count  orthonormal
    bool converged = false; // false without vectors: numerical breakdown
};

/// `inverse` maps into the null space of Q' (n x c, orthonormal). Nullopt when stopped. The start vectors are always
/// the same.
std::optional<PreconditionedPairs> smallest_eigenpairs(const SparseMatrix& A, const Matrix& Q,
                                                       const BlockOperator& inverse,
                                                       const PreconditionedOptions& options,
                                                       const LanczosProgress& keep_going);

} // namespace limber
