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
/// Shift-invert Lanczos on y = M^1/2 w with the positive definite K + shift M; the constraints
/// are projected out of the inverse with the same factor (Y = A Q, S = Q'Y, op = A - Y S^-1 Y'),
/// so that no saddle system is ever solved. One block inverse iteration with a Rayleigh-Ritz step
/// polishes the result, and the residual that is reported is the true one. Where K is a Laplacian whose factor would be
/// full, that of a large solid body, the inverse is a cycle of multigrid and the iteration LOBPCG
/// (`preconditioned_eigs.h`), with the same projection and to the same residual; should it not get there, the factor
/// is made after all.
///
/// The factorisation and the constraints' part of the inverse do not depend on how many pairs are asked for. A
/// `FactorisedPencil` keeps them, so that another count costs the iteration alone, and gives the same bits as if it had
/// been asked for first: an iteration that went on from the pairs already found would not. Of a pencil with the rough
/// inverse, more than 64 pairs, and pairs that LOBPCG did not find, cost a factorisation at every call.
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
    /// Fails with not_converged when the factorisation gives up, and with cancelled, at once: nothing interrupts a
    /// factorisation, so that it is abandoned then (core/abandonable.h).
    static Result<FactorisedPencil> of(SparseMatrix K, Vector M, Matrix C, double shift, Progress* progress = nullptr);
    /// The same for a K that is a Laplacian or near one, which resists constants least: where its factor would be full
    /// it is inverted roughly, by multigrid, and iterated with that.
    static Result<FactorisedPencil> of_laplacian(SparseMatrix K, Vector M, Matrix C, double shift,
                                                 Progress* progress = nullptr);

    FactorisedPencil(FactorisedPencil&&) noexcept;
    FactorisedPencil& operator=(FactorisedPencil&&) noexcept;
    ~FactorisedPencil();

    /// Fails with bad_input when count is less than 1 or exceeds that of the free directions, with not_converged when
    /// the iteration gives up, and with cancelled. Small problems are solved densely.
    Result<EigenPairs> smallest(Index count, double tolerance, Progress* progress = nullptr) const;

    /// n - rank(C): there are no more pairs.
    Index free_count() const;
    /// What it keeps in memory.
    std::size_t byte_count() const;
    double seconds() const;

private:
    struct Parts;
    struct Inversion {
        double shift = 0.0;
        bool may_be_rough = false;
    };
    static Result<FactorisedPencil> inverted(SparseMatrix K, Vector M, Matrix C, const Inversion& inversion,
                                             Progress* progress);
    explicit FactorisedPencil(std::unique_ptr<const Parts> parts);
    std::unique_ptr<const Parts> parts_;
};

/// Both in one.
Result<EigenPairs> smallest_eigenpairs(const SparseMatrix& K, const Vector& M, const Matrix& C,
                                       const EigenOptions& options, Progress* progress = nullptr);

} // namespace limber
