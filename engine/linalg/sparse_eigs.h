#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

/// The smallest eigenpairs of a sparse symmetric pencil with a diagonal mass, inside the null space
/// of a few dense constraints:
///
///     K w = lambda M w,   C' w = 0,   W' M W = I
///
///     K   n x n   symmetric, positive semi-definite
///     M   n       diagonal, positive
///     C   n x c   constraint columns; dependent ones are found and dropped
///
/// Shift-invert Lanczos on y = M^1/2 w with the positive definite K + shift M; the constraints
/// are projected out of the inverse with the same factor (Y = A Q, S = Q'Y, op = A - Y S^-1 Y'),
/// so that no saddle system is ever solved. One block inverse iteration with a Rayleigh-Ritz step
/// polishes the result, and the residual that is reported is the true one.
namespace limber {

struct EigenOptions {
    Index count = 16;
    double shift = 0.0; // > 0, in units of lambda: K + shift M must be positive definite
    double tolerance = 1e-8;
};

struct EigenPairs {
    Vector values;           // count      ascending
    Matrix vectors;          // n x count  M-orthonormal; the signs are the caller's to fix
    double residual_max = 0; // max_i |M^-1/2 P (K w_i - lambda_i M w_i)| / lambda_max; P projects the constraints out
    Index constraint_rank = 0;
    double seconds_factor = 0;
    double seconds_eigen = 0;
};

/// Fails with bad_input when count is less than 1 or exceeds n - rank(C), with not_converged when a
/// factorisation or the iteration gives up, and with cancelled. Small problems are solved densely.
Result<EigenPairs> smallest_eigenpairs(const SparseMatrix& K, const Vector& M, const Matrix& C,
                                       const EigenOptions& options, Progress* progress = nullptr);

} // namespace limber
