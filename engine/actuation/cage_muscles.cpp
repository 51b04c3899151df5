// SPDX-License-Identifier: MIT
#include "engine/actuation/cage_muscles.h"

namespace limber {

Matrix cage_muscles(const Matrix& weights) {
    Matrix D = Matrix::Zero(3 * weights.rows(), 3 * weights.cols());
    for (Index point = 0; point < weights.cols(); ++point) {
        for (Index vertex = 0; vertex < weights.rows(); ++vertex) {
            for (Index axis = 0; axis < 3; ++axis) {
                D(3 * vertex + axis, 3 * point + axis) = weights(vertex, point);
            }
        }
    }
    return D;
}

} // namespace limber
