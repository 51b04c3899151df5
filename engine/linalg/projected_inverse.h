// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/multigrid.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/linalg/types.h"

#include <variant>

/// The inverse of a symmetric positive definite A + shift I on the null space of a few dense constraints Q' y = 0 (Q
/// orthonormal, n x c): the solution y of the saddle system
///
///     [ A  Q ] [y]   [b]
///     [ Q' 0 ] [l] = [0]          (A shifted)
///
/// computed from the factor of A alone: y = A^-1 b - Y S^-1 Y' b with Y = A^-1 Q, S = Q' Y. It is symmetric, positive
/// semi-definite, has its range in the null space, and works for any number of constraints, where factorising the
/// saddle system meets zero pivots. With an approximate inverse in place of A^-1 it is an equally good approximation,
/// and symmetric.
namespace limber {

class ProjectedInverse {
public:
    /// Fails with not_converged when the shifted A is not positive definite, or nearly singular on the span of Q.
    static Result<ProjectedInverse> of(const SparseMatrix& A, double shift, const Matrix& Q);
    /// Uses multigrid, which needs the vector with the smallest energy in A.
    static Result<ProjectedInverse> approximate(const SparseMatrix& A, double shift, const Matrix& Q,
                                                const Vector& smoothest);

    Matrix apply(const Matrix& B) const;
    /// Memory of the inverse and of the constraints' part.
    std::size_t byte_count() const;

private:
    using Inverse = std::variant<SparseCholesky, Multigrid>;
    static Result<ProjectedInverse> projected(Inverse inverse, const Matrix& Q);
    ProjectedInverse(Inverse inverse, Matrix Y);

    Inverse inverse_;
    Matrix Y_; // n x c: A^-1 Q L^-T with L L' = S, so that Y S^-1 Y' = Y_ Y_'
};

} // namespace limber
