// SPDX-License-Identifier: MIT
#include "engine/model/projection.h"

namespace limber {

Matrix projection_between(const ReducedModel& to, const Matrix& W_to, const ReducedModel& from, const Matrix& W_from,
                          const Points& X, const Vector& mass) {
    EXPECTS(W_to.rows() == X.rows() && W_from.rows() == X.rows() && mass.size() == X.rows());
    const Matrix B_to = skinning_basis(X, W_to, to.frame);
    const Matrix B_from = skinning_basis(X, W_from, from.frame);
    // The modes of `to` are orthonormal in the mass, so the least-squares solution is a projection.
    return to.T.transpose() * (B_to.transpose() * mass.asDiagonal() * B_from) * from.T;
}

} // namespace limber
