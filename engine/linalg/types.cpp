// SPDX-License-Identifier: MIT
#include "engine/linalg/types.h"

#include <Eigen/LU>

#include <cmath>

namespace limber {

Affine identity_affine() {
    return Affine::Identity();
}

Affine compose(const Affine& first, const Affine& second) {
    Affine result;
    result.leftCols<3>() = first.leftCols<3>() * second.leftCols<3>();
    result.col(3) = first.leftCols<3>() * second.col(3) + first.col(3);
    return result;
}

Affine inverse(const Affine& map) {
    Affine result;
    result.leftCols<3>() = map.leftCols<3>().inverse();
    result.col(3) = -result.leftCols<3>() * map.col(3);
    return result;
}

bool is_invertible(const Affine& map) {
    const Mat3 A = map.leftCols<3>();
    const double size = A.col(0).norm() * A.col(1).norm() * A.col(2).norm();
    return map.allFinite() && std::abs(A.determinant()) > 1e-9 * size;
}

Vec3 apply(const Affine& map, const Vec3& x) {
    return map.leftCols<3>() * x + map.col(3);
}

} // namespace limber
