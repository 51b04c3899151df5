// SPDX-License-Identifier: MIT
#include "engine/subspace/skinning_basis.h"

#include "engine/core/contract.h"

#include <cmath>

namespace limber {

// The scale is the root mean square distance from the mean, so that the frame follows rotations and translations of the
// body.
RestFrame rest_frame(const Points& X) {
    EXPECTS(X.rows() > 0);
    const Eigen::RowVector3d centre = X.colwise().mean();
    const double spread = (X.rowwise() - centre).squaredNorm() / static_cast<double>(X.rows());
    return {centre.transpose(), spread > 0.0 ? std::sqrt(spread) : 1.0};
}

Points in_frame(const Points& X, const RestFrame& frame) {
    return (X.rowwise() - frame.centre.transpose()) / frame.scale;
}

Matrix skinning_basis(const Points& X, const Matrix& W, const RestFrame& frame) {
    EXPECTS(X.rows() == W.rows());
    const Points Y = in_frame(X, frame);
    Matrix B(X.rows(), 4 * W.cols());
    for (Index j = 0; j < W.cols(); ++j) {
        for (Index a = 0; a < 3; ++a) {
            B.col(4 * j + a) = W.col(j).cwiseProduct(Y.col(a));
        }
        B.col(4 * j + 3) = W.col(j);
    }
    return B;
}

Matrix on_three_axes(const Matrix& B) {
    Matrix columns = Matrix::Zero(3 * B.rows(), 3 * B.cols());
    for (Index j = 0; j < B.cols(); ++j) {
        for (Index axis = 0; axis < 3; ++axis) {
            columns.col(3 * j + axis)(Eigen::seq(axis, Eigen::last, Eigen::fix<3>)) = B.col(j);
        }
    }
    return columns;
}

// [(x - c) / s, 1] [A'; t'] = [x, 1] [A' / s; t' - c A' / s].
AffineStack out_of_frame(const AffineStack& maps, const RestFrame& frame) {
    EXPECTS(maps.rows() % 4 == 0);
    AffineStack turned = maps;
    for (Index j = 0; j < maps.rows(); j += 4) {
        turned.middleRows(j, 3) /= frame.scale;
        turned.row(j + 3) -= frame.centre.transpose() * turned.middleRows(j, 3);
    }
    return turned;
}

} // namespace limber
