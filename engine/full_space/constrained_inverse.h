// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/sparse_cholesky.h"

#include <Eigen/Cholesky>

#include <memory>
#include <optional>
#include <utility>

namespace limber {

/// The inverse of A on the vectors that the constraint C' z = 0 allows:
///
///     r  ->  A^-1 r - Y (C' Y)^-1 C' A^-1 r          Y = A^-1 C,  n x c
///
/// A is symmetric positive definite, so the result is symmetric positive semidefinite with range in the constraint.
class ConstrainedInverse {
public:
    /// C: n x c, of full rank, where c may be zero. Fails as SparseCholesky::factorise.
    static Result<ConstrainedInverse> of(const SparseMatrix& A, std::shared_ptr<const Matrix> C);

    /// Of another matrix with the same pattern, without a new symbolic analysis. Fails as SparseCholesky::refactorise,
    /// after which nothing can be solved before the next success.
    Result<Done> refactorise(const SparseMatrix& A);

    /// n x k, for as many right-hand sides.
    Matrix solve(const Matrix& right_sides) const;
    void apply(Points& rows) const;

private:
    ConstrainedInverse(SparseCholesky factor, std::shared_ptr<const Matrix> C)
        : factor_(std::move(factor)), C_(std::move(C)) {}
    void solve_constraint();

    SparseCholesky factor_;
    std::shared_ptr<const Matrix> C_; // n x c
    Matrix Y_;                        // n x c
    Eigen::LLT<Matrix> small_;        // of C' Y
};

/// Computes the inverse so that it can be cancelled (core/detached_task.h), and reports a phase of its own for a new
/// symbolic analysis. `before`: of a matrix with the same pattern, whose analysis is kept; nullopt: none. Fails as
/// `of`, and with cancelled.
Result<ConstrainedInverse> cancellable_inverse(SparseMatrix A, std::shared_ptr<const Matrix> C,
                                               std::optional<ConstrainedInverse> before, Progress* progress);

} // namespace limber
