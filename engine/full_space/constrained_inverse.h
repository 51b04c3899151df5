// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/full_space/full_space_model.h"
#include "engine/linalg/sparse_cholesky.h"

#include <Eigen/Cholesky>

#include <optional>
#include <utility>

namespace limber {

/// The inverse of A on the displacements that the constraint C' Z = 0 allows, C = M^1/2 Q:
///
///     r  ->  A^-1 r - Y (C' Y)^-1 C' A^-1 r          Y = A^-1 C,  n x c
///
/// A is symmetric positive definite, so the result is symmetric positive semidefinite with range in the constraint.
class ConstrainedInverse {
public:
    /// Fails as SparseCholesky::factorise.
    static Result<ConstrainedInverse> of(const FullSpaceModel& model, const SparseMatrix& A);

    void apply(Points& rows) const;

private:
    explicit ConstrainedInverse(SparseCholesky factor) : factor_(std::move(factor)) {}

    SparseCholesky factor_;
    Matrix C_;                 // n x c
    Matrix Y_;                 // n x c
    Eigen::LLT<Matrix> small_; // of C' Y
};

} // namespace limber
