// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// The gradient in tet t of the function that is linear there and has the rows of u (n x 3) at the vertices,
/// sum_a u_a' g_a: entry (i, j) is the derivative of u_i along axis j. Of positions it is the deformation gradient F.
/// `hats`: the gradients of the tet's hat functions (scalar_operators.h).
template <typename Rows>
Mat3 gradient_in_tet(const Eigen::MatrixBase<Rows>& u, const Tets& T, Index t,
                     const Eigen::Matrix<double, 4, 3>& hats) {
    Mat3 gradient = Mat3::Zero();
    for (Index corner = 0; corner < 4; ++corner) {
        gradient += u.row(T(t, corner)).transpose() * hats.row(corner);
    }
    return gradient;
}

} // namespace limber
