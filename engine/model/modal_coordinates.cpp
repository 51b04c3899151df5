// SPDX-License-Identifier: MIT
#include "engine/model/modal_coordinates.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"

namespace limber {
namespace {

// Relative to the largest. Directions below this are linearly dependent to so many digits that T would amplify
// round-off in every step.
constexpr double mass_min = 1e-11;

// S with S' M S = I on the directions with mass.
Matrix whitening(const Matrix& M) {
    const Vector scale = M.diagonal().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(scale.asDiagonal() * M * scale.asDiagonal()));
    const Vector& values = eigen.eigenvalues();
    const double threshold = mass_min * values(values.size() - 1);
    Index dropped = 0;
    while (dropped < values.size() && !(values(dropped) > threshold)) {
        ++dropped;
    }
    const Index kept = values.size() - dropped;
    return scale.asDiagonal() * eigen.eigenvectors().rightCols(kept) *
           values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

constexpr double satisfied_column = 1e-8; // length of a constraint on the coordinates below which it holds by itself
constexpr double dependent_column = 1e-8; // relative length at which a constraint repeats others

// An orthonormal basis of the vectors on which all columns vanish.
Matrix complement(const Matrix& columns) {
    Matrix kept(columns.rows(), 0);
    for (const auto& column : columns.colwise()) {
        if (column.norm() > satisfied_column) {
            kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
            kept.rightCols(1) = column.normalized();
        }
    }
    if (kept.cols() == 0) {
        return Matrix::Identity(columns.rows(), columns.rows());
    }
    Eigen::ColPivHouseholderQR<Matrix> qr(kept);
    qr.setThreshold(dependent_column);
    const Matrix Q = qr.householderQ();
    return Q.rightCols(columns.rows() - qr.rank());
}

} // namespace

Matrix of_length_one(const Matrix& C, const Vector& M) {
    const Matrix weighted = M.cwiseSqrt().cwiseInverse().asDiagonal() * C;
    const Eigen::RowVectorXd length = weighted.colwise().norm().cwiseMax(1e-300);
    return C * length.cwiseInverse().asDiagonal();
}

ModalCoordinates modal_coordinates(const Matrix& M, const Matrix& L, const Matrix& C) {
    EXPECTS(M.rows() == M.cols() && L.rows() == M.rows() && L.cols() == M.cols());
    if (M.rows() == 0) {
        return {Matrix(0, 0), Vector(0)};
    }
    Matrix S = whitening(M);
    if (C.cols() > 0) {
        S *= complement(S.transpose() * C);
    }
    if (S.cols() == 0) {
        return {S, Vector(0)};
    }
    const Matrix SLS = S.transpose() * L * S;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(0.5 * (SLS + SLS.transpose())));
    return {S * eigen.eigenvectors(), eigen.eigenvalues().cwiseMax(0.0)};
}

} // namespace limber
