// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// One local-global iteration as in the paper's Algorithm 2: a 9r x 12m matrix times a vector, one Jacobi SVD for each
/// cluster, the transpose times a vector, a dense 12m x 12m Cholesky solve. The baseline of the step's benchmark.
namespace limber::oracle {

class DenseIteration {
public:
    /// GKB 9r x 12m, A 12m x 12m positive definite, w r.
    DenseIteration(Matrix GKB, const Matrix& A, Vector w);
    ~DenseIteration();
    DenseIteration(DenseIteration&&) noexcept;

    /// z <- A^-1 (constant + GKB' (w R(F))) with F = GKB z + rig_F.
    void iterate(const Vector& rig_F, const Vector& constant, Vector& z);

private:
    struct Parts;
    Parts* parts_;
};

} // namespace limber::oracle
