// SPDX-License-Identifier: MIT
#include "engine/full_space/constrained_inverse.h"

#include "engine/linalg/compiled_solvers.h"

namespace limber {

Result<ConstrainedInverse> ConstrainedInverse::of(const FullSpaceModel& model, const SparseMatrix& A) {
    auto factor = SparseCholesky::factorise(A);
    if (!factor) {
        return factor.error();
    }
    ConstrainedInverse inverse(std::move(factor).value());
    inverse.C_ = model.M.cwiseSqrt().asDiagonal() * model.Q;
    if (inverse.C_.cols() > 0) {
        inverse.Y_ = inverse.factor_.solve(inverse.C_);
        inverse.small_.compute(Matrix(inverse.C_.transpose() * inverse.Y_));
    }
    return inverse;
}

void ConstrainedInverse::apply(Points& rows) const {
    Matrix solved = factor_.solve(rows);
    if (C_.cols() > 0) {
        solved -= Y_ * small_.solve(Matrix(C_.transpose() * solved));
    }
    rows = solved;
}

} // namespace limber
