#pragma once

#include "engine/core/result.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/linalg/types.h"

/// The inverse of a symmetric positive definite A on the null space of a few dense constraints Q' y = 0
/// (Q orthonormal, n x c): the y that a saddle system would give for
///
///     [ A  Q ] [y]   [b]
///     [ Q' 0 ] [l] = [0]
///
/// from the factor of A alone: y = A^-1 b - Y S^-1 Y' b with Y = A^-1 Q, S = Q' Y.
/// Symmetric, positive semi-definite, its range inside the null space, and indifferent to how many
/// constraints there are, where the saddle's factorisation meets zero pivots.
namespace limber {

class ProjectedInverse {
public:
    /// Fails with not_converged when A is not positive definite, or hardly so on the span of Q.
    static Result<ProjectedInverse> of(const SparseMatrix& A, Matrix Q);

    Matrix apply(const Matrix& B) const;
    /// The part of every column that satisfies the constraints.
    void project(Matrix& B) const;

private:
    ProjectedInverse(SparseCholesky cholesky, Matrix Q, Matrix Y);

    SparseCholesky cholesky_;
    Matrix Q_; // n x c
    Matrix Y_; // n x c: A^-1 Q L^-T with L L' = S, so that Y S^-1 Y' = Y_ Y_'
};

} // namespace limber
