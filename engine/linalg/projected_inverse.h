#pragma once

#include "engine/core/result.h"
#include "engine/linalg/multigrid.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/linalg/types.h"

#include <variant>

/// The inverse of a symmetric positive definite A + shift I on the null space of a few dense constraints Q' y = 0
/// (Q orthonormal, n x c): the y that a saddle system would give for
///
///     [ A  Q ] [y]   [b]
///     [ Q' 0 ] [l] = [0]          (A shifted)
///
/// from the factor of A alone: y = A^-1 b - Y S^-1 Y' b with Y = A^-1 Q, S = Q' Y.
/// Symmetric, positive semi-definite, its range inside the null space, and indifferent to how many
/// constraints there are, where the saddle's factorisation meets zero pivots. The same with a rough inverse in the
/// place of A^-1 is as rough, and as symmetric.
namespace limber {

class ProjectedInverse {
public:
    /// Fails with not_converged when the shifted A is not positive definite, or hardly so on the span of Q.
    static Result<ProjectedInverse> of(const SparseMatrix& A, double shift, const Matrix& Q);
    /// By multigrid, which asks for the vector that A resists least.
    static Result<ProjectedInverse> roughly(const SparseMatrix& A, double shift, const Matrix& Q,
                                            const Vector& smoothest);

    Matrix apply(const Matrix& B) const;
    /// Of the inverse and of what the constraints add.
    std::size_t byte_count() const;

private:
    using Inverse = std::variant<SparseCholesky, Multigrid>;
    static Result<ProjectedInverse> projected(Inverse inverse, const Matrix& Q);
    ProjectedInverse(Inverse inverse, Matrix Y);

    Inverse inverse_;
    Matrix Y_; // n x c: A^-1 Q L^-T with L L' = S, so that Y S^-1 Y' = Y_ Y_'
};

} // namespace limber
