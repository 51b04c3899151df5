// SPDX-License-Identifier: MIT
#include "engine/rig/skinning.h"

#include "engine/core/contract.h"

namespace limber {
namespace {

Eigen::RowVector3d skinned(const Points& X, const Matrix& W, const AffineStack& maps, Index i) {
    Eigen::Matrix<double, 4, 3> blended = Eigen::Matrix<double, 4, 3>::Zero();
    for (Index j = 0; j < W.cols(); ++j) {
        blended += W(i, j) * maps.middleRows<4>(4 * j);
    }
    return X.row(i) * blended.topRows<3>() + blended.row(3);
}

} // namespace

void add_skinned(const Points& X, const Matrix& W, const AffineStack& maps, std::span<const int> vertices, Points& x) {
    EXPECTS(X.rows() == W.rows() && maps.rows() == 4 * W.cols());
    EXPECTS(x.rows() == static_cast<Index>(vertices.size()));
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        x.row(static_cast<Index>(i)) += skinned(X, W, maps, vertices[i]);
    }
}

void add_skinned(const Points& X, const Matrix& W, const AffineStack& maps, Points& x) {
    EXPECTS(X.rows() == W.rows() && maps.rows() == 4 * W.cols() && x.rows() == X.rows());
    for (Index i = 0; i < X.rows(); ++i) {
        x.row(i) += skinned(X, W, maps, i);
    }
}

} // namespace limber
