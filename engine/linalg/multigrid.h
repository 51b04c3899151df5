#pragma once

#include "engine/core/result.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/linalg/types.h"

#include <memory>

/// An approximate inverse of A + shift I, for iterations that need no more: one V-cycle of algebraic multigrid, from
/// the matrix alone (`aggregation.h`). A is a Laplacian or near one: symmetric, positive semi-definite, sparse.
///
/// What varies from row to row a few cheap steps smooth away on each level, Chebyshev's iteration over the part of the
/// spectrum that the next level cannot show; what is smooth is solved for there. Time and memory are linear in the
/// entries of A, where a factorisation's grow like n^2 and n^(4/3) on solid bodies. The same cycle before and after
/// makes it symmetric and positive definite, as Lanczos' kin and conjugate gradients ask.
///
/// Single precision: it takes half of the way through the memory, and the outer iteration puts right what it rounds.
namespace limber {

class Multigrid {
public:
    /// `smoothest` is the vector that A resists least, without zeros: ones for a Laplacian. Fails with not_converged
    /// where the numbers give out or the last level cannot be factorised.
    static Result<Multigrid> of(const SparseMatrix& A, double shift, const Vector& smoothest);

    Multigrid(Multigrid&&) noexcept;
    Multigrid& operator=(Multigrid&&) noexcept;
    ~Multigrid();

    /// Roughly (A + shift I)^-1 B, eight columns at a time.
    Matrix apply(const Matrix& B) const;
    std::size_t byte_count() const;

private:
    struct Hierarchy;
    explicit Multigrid(std::unique_ptr<const Hierarchy> hierarchy);
    std::unique_ptr<const Hierarchy> hierarchy_;
};

} // namespace limber
