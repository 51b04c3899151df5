#pragma once

#include "engine/core/progress.h"
#include "engine/linalg/types.h"

#include <optional>

/// A sparse symmetric positive definite system, a Laplacian or near one, for one right-hand side, where a factorisation
/// would be used once and thrown away: conjugate gradients, preconditioned by a cycle of multigrid. Where half
/// of the iterations have not brought half of the digits it does not go on: a factorisation is then the shorter way.
namespace limber {

struct ConjugateGradientOptions {
    double tolerance = 1e-13; // of the scaled residual, relative to that of zero
    int iterations_max = 200;
};

/// A^-1 b, or nothing when the iteration does not get there, or was cancelled.
std::optional<Vector> conjugate_gradient(const SparseMatrix& A, const Vector& b,
                                         const ConjugateGradientOptions& options = {}, Progress* progress = nullptr);

} // namespace limber
