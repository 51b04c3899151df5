#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <memory>

/// A sparse Cholesky factorisation of a symmetric positive definite matrix, for many solves.
/// CHOLMOD's supernodal code where it is built in, Eigen's otherwise. One BLAS thread, always: two
/// would change the bits.
namespace limber {

class SparseCholesky {
public:
    /// Of A + shift I; reads the lower triangle of A. Fails with not_converged when that is not positive definite or
    /// the factor would have too many entries; throws std::bad_alloc where the memory runs out.
    static Result<SparseCholesky> factorise(const SparseMatrix& A, double shift = 0.0);

    /// Whether the factor would be so full, as those of large solid bodies are, that an iteration which needs none is
    /// the shorter way. Told from the pattern, for a twentieth of what the factorisation costs.
    static bool would_be_full(const SparseMatrix& A);

    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;
    ~SparseCholesky();

    /// A^-1 B for any number of columns at once (six times cheaper a column than one by one). One
    /// thread at a time (others wait): the workspace is kept between solves.
    Matrix solve(const Matrix& B) const;
    Index size() const;
    /// Of the factor's entries.
    std::size_t byte_count() const;

private:
    struct Factor;
    explicit SparseCholesky(std::unique_ptr<Factor> factor);
    std::unique_ptr<Factor> factor_;
};

} // namespace limber
