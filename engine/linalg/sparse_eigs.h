// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <memory>

/// The smallest eigenpairs of a sparse symmetric pencil with a diagonal mass, inside the null space
/// of a few dense constraints:
///
///     K w = lambda M w,   C' w = 0,   W' M W = I
///
///     K   n x n   symmetric, positive semi-definite
///     M   n       diagonal, positive
///     C   n x c   constraint columns; dependent ones are found and dropped
///
/// Shift-invert Lanczos on y = M^1/2 w with the positive definite K + shift M; the constraints are projected out of the
/// inverse with the same factor (Y = A Q, S = Q'Y, op = A - Y S^-1 Y'), so that no saddle system is solved. One block
/// inverse iteration with a Rayleigh-Ritz step refines the result, and the reported residual is the true one. If K is a
/// Laplacian with a dense factor, as for a large solid body, the inverse is a multigrid cycle and the iteration LOBPCG
/// (`preconditioned_eigs.h`), with the same projection and residual; if it does not converge, K is factorised after
/// all.
///
/// The factorisation and the constraints' part of the inverse do not depend on the number of pairs. A
/// `FactorisedPencil` stores them, so that another count costs the iteration alone and gives the same bits as a new
/// computation; for this reason iterations do not start from pairs found before. With an approximate inverse, more than
/// 64 pairs, and pairs that LOBPCG did not find, cost a factorisation at every call.
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
    double constraint_violation = 0; // max |Q'M w_i|, Q an M-orthonormal basis of the span of M^-1 C
    Index constraint_rank = 0;
    double seconds_factor = 0;
    double seconds_eigen = 0;
};

class FactorisedPencil {
public:
    /// Fails with not_converged when the factorisation fails, and with cancelled immediately: a factorisation cannot be
    /// interrupted, so it is abandoned (core/detached_task.h).
    static Result<FactorisedPencil> of(SparseMatrix K, Vector M, Matrix C, double shift, Progress* progress = nullptr);
    /// The same for a K that is a Laplacian or similar, for which constants have the smallest energy: if its factor
    /// would be dense, it is inverted approximately by multigrid.
    static Result<FactorisedPencil> of_laplacian(SparseMatrix K, Vector M, Matrix C, double shift,
                                                 Progress* progress = nullptr);

    FactorisedPencil(FactorisedPencil&&) noexcept;
    FactorisedPencil& operator=(FactorisedPencil&&) noexcept;
    ~FactorisedPencil();

    /// Fails with bad_input when count is less than 1 or exceeds free_count, with not_converged, and with cancelled.
    /// Small problems are solved densely.
    Result<EigenPairs> smallest(Index count, double tolerance, Progress* progress = nullptr) const;

    /// n - rank(C), the number of pairs.
    Index free_count() const;
    /// The memory it uses.
    std::size_t byte_count() const;
    double seconds() const;

private:
    struct Parts;
    struct Inversion {
        double shift = 0.0;
        bool may_approximate = false;
    };
    static Result<FactorisedPencil> inverted(SparseMatrix K, Vector M, Matrix C, const Inversion& inversion,
                                             Progress* progress);
    explicit FactorisedPencil(std::unique_ptr<const Parts> parts);
    std::unique_ptr<const Parts> parts_;
};

/// Factorises and solves.
Result<EigenPairs> smallest_eigenpairs(const SparseMatrix& K, const Vector& M, const Matrix& C,
                                       const EigenOptions& options, Progress* progress = nullptr);

} // namespace limber
