// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/linalg/types.h"

#include <memory>

/// An approximate inverse of A + shift I for iterative solvers: one V-cycle of algebraic multigrid, built from the
/// matrix alone (`aggregation.h`). A is a Laplacian or similar: symmetric, positive semi-definite, sparse.
///
/// Each level smooths oscillating errors by a few steps of Chebyshev's iteration on the part of the spectrum that the
/// next level cannot represent; the next level solves for smooth errors. Time and memory are linear in the entries of
/// A, where a factorisation's grow like n^2 and n^(4/3) on solid bodies. The same smoother before and after makes the
/// cycle symmetric and positive definite, as LOBPCG and conjugate gradients require.
///
/// Single precision halves the memory traffic, and the outer iteration corrects the round-off.
namespace limber {

class Multigrid {
public:
    /// `smoothest` is the vector with the smallest energy in A, without zeros: ones for a Laplacian. Fails with
    /// not_converged on numerical breakdown or when the coarsest level cannot be factorised.
    static Result<Multigrid> of(const SparseMatrix& A, double shift, const Vector& smoothest);

    Multigrid(Multigrid&&) noexcept;
    Multigrid& operator=(Multigrid&&) noexcept;
    ~Multigrid();

    /// Approximately (A + shift I)^-1 B, eight columns at a time.
    Matrix apply(const Matrix& B) const;
    std::size_t byte_count() const;

private:
    struct Hierarchy;
    explicit Multigrid(std::unique_ptr<const Hierarchy> hierarchy);
    std::unique_ptr<const Hierarchy> hierarchy_;
};

} // namespace limber
