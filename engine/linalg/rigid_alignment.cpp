// SPDX-License-Identifier: MIT
#include "engine/linalg/rigid_alignment.h"

#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"

namespace limber {

Affine rigid_alignment(const Points& from, const Points& to, const Vector& weight) {
    EXPECTS(from.rows() == to.rows() && weight.size() == from.rows());
    const Vector share = weight / weight.sum();
    const Eigen::RowVector3d centre_from = share.transpose() * from;
    const Eigen::RowVector3d centre_to = share.transpose() * to;
    const Mat3 both = (to.rowwise() - centre_to).transpose() * share.asDiagonal() * (from.rowwise() - centre_from);
    Affine placement;
    placement.leftCols<3>() = nearest_rotation(both);
    placement.col(3) = centre_to.transpose() - placement.leftCols<3>() * centre_from.transpose();
    return placement;
}

} // namespace limber
