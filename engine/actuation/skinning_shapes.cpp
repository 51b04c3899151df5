// SPDX-License-Identifier: MIT
#include "engine/actuation/skinning_shapes.h"

#include "engine/core/contract.h"

namespace limber {

Matrix skinning_shapes(const Points& X, const Matrix& W) {
    EXPECTS(X.rows() == W.rows() && X.rows() > 0);
    const Eigen::RowVector3d mean = X.colwise().mean();
    Matrix D = Matrix::Zero(3 * X.rows(), 12 * W.cols());
    for (Index mode = 0; mode < W.cols(); ++mode) {
        for (Index vertex = 0; vertex < X.rows(); ++vertex) {
            Eigen::RowVector4d affine;
            affine << X.row(vertex) - mean, 1.0;
            for (Index axis = 0; axis < 3; ++axis) {
                D.block<1, 4>(3 * vertex + axis, 12 * mode + 4 * axis) = W(vertex, mode) * affine;
            }
        }
    }
    return D;
}

} // namespace limber
