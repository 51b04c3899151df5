// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

/// All eigenpairs of K w = lambda M w in the null space of C': a basis of the null space from a pivoted QR of C, and a
/// dense generalised eigenproblem in it.
namespace limber::oracle {

struct DensePairs {
    Vector values;  // ascending
    Matrix vectors; // n x (n - rank C), M-orthonormal
};

inline DensePairs dense_pencil(const Matrix& K, const Vector& M, const Matrix& C) {
    Matrix N = Matrix::Identity(K.rows(), K.rows());
    if (C.cols() > 0) {
        // Scales the columns first, so that the rank does not depend on their lengths.
        const Vector lengths = C.colwise().norm().unaryExpr([](double l) { return l > 0.0 ? l : 1.0; });
        Eigen::ColPivHouseholderQR<Matrix> qr(C * lengths.cwiseInverse().asDiagonal());
        qr.setThreshold(1e-9);
        const Matrix Q = qr.householderQ() * N;
        N = Q.rightCols(K.rows() - qr.rank()).eval();
    }
    const Matrix reduced_mass = N.transpose() * M.asDiagonal() * N;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(N.transpose() * K * N, reduced_mass);
    return {solver.eigenvalues(), N * solver.eigenvectors()};
}

/// The sine of the largest angle between two spans of M-orthonormal columns of equal number.
inline double sine_between(const Matrix& V, const Matrix& W, const Vector& M) {
    const Matrix outside = W - V * (V.transpose() * M.asDiagonal() * W);
    return (M.cwiseSqrt().asDiagonal() * outside).norm();
}

} // namespace limber::oracle
