// SPDX-License-Identifier: MIT
#include "engine/subspace/axes.h"

namespace limber {

Vector per_axis(const Vector& values) {
    return values.transpose().replicate(3, 1).reshaped();
}

Matrix on_each_axis(const Matrix& C) {
    Matrix columns = Matrix::Zero(3 * C.rows(), 3 * C.cols());
    for (Index i = 0; i < C.rows(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            columns.row(3 * i + axis).segment(axis * C.cols(), C.cols()) = C.row(i);
        }
    }
    return columns;
}

} // namespace limber
