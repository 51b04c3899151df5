// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/linalg/types.h"

#include <optional>

/// Solves a sparse symmetric positive definite system, a Laplacian or similar, for one right-hand side, for which a
/// factorisation would not pay: conjugate gradients, preconditioned by one multigrid cycle. Stops early if half of the
/// iterations have not given half of the digits, because a factorisation is then faster.
namespace limber {

struct ConjugateGradientOptions {
    double tolerance = 1e-13; // of the scaled residual, relative to that of zero
    int iterations_max = 200;
};

/// A^-1 b, or nullopt when the iteration did not converge or was cancelled.
std::optional<Vector> conjugate_gradient(const SparseMatrix& A, const Vector& b,
                                         const ConjugateGradientOptions& options = {}, Progress* progress = nullptr);

} // namespace limber
