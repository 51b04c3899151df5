// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <memory>

/// A sparse Cholesky factorisation of a symmetric positive definite matrix, for many solves. Uses CHOLMOD's supernodal
/// code if it is built in, Eigen's otherwise. Always one BLAS thread: two would change the bits.
namespace limber {

class SparseCholesky {
public:
    /// Factorises A + shift I; reads the lower triangle of A. Fails with not_converged when it is not positive definite
    /// or the factor would have too many entries; throws std::bad_alloc when memory runs out.
    static Result<SparseCholesky> factorise(const SparseMatrix& A, double shift = 0.0);

    /// Factorises another matrix with the same pattern and no shift, without a new symbolic analysis. Fails as
    /// `factorise`, after which nothing can be solved before the next success.
    Result<Done> refactorise(const SparseMatrix& A);

    /// Whether the factor would be so dense, as for large solid bodies, that an iterative method is faster. Reads the
    /// pattern only, and takes a twentieth of the time of a factorisation.
    static bool would_be_dense(const SparseMatrix& A);

    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;
    ~SparseCholesky();

    /// A^-1 B for any number of columns at once (six times cheaper a column than one by one). Locks, because the
    /// workspace is reused between solves.
    Matrix solve(const Matrix& B) const;
    Index size() const;
    /// Memory of the factor's entries.
    std::size_t byte_count() const;

private:
    struct Factor;
    explicit SparseCholesky(std::unique_ptr<Factor> factor);
    std::unique_ptr<Factor> factor_;
};

} // namespace limber
