// SPDX-License-Identifier: MIT
#include "tests/oracle/dense_pencil.h"

#include "tests/oracle/compiled_solvers.h"

namespace limber::oracle {

DensePairs dense_pencil(const Matrix& K, const Vector& M, const Matrix& C) {
    Matrix N = Matrix::Identity(K.rows(), K.rows());
    if (C.cols() > 0) {
        // Scales the columns first, so that the rank does not depend on their lengths.
        const Vector lengths = C.colwise().norm().unaryExpr([](double l) { return l > 0.0 ? l : 1.0; });
        Eigen::ColPivHouseholderQR<Matrix> qr(Matrix(C * lengths.cwiseInverse().asDiagonal()));
        qr.setThreshold(1e-9);
        const Matrix Q = qr.householderQ() * N;
        N = Q.rightCols(K.rows() - qr.rank()).eval();
    }
    const Matrix reduced_mass = N.transpose() * M.asDiagonal() * N;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(Matrix(N.transpose() * K * N), reduced_mass);
    return {solver.eigenvalues(), N * solver.eigenvectors()};
}

double sine_between(const Matrix& V, const Matrix& W, const Vector& M) {
    const Matrix outside = W - V * (V.transpose() * M.asDiagonal() * W);
    return (M.cwiseSqrt().asDiagonal() * outside).norm();
}

} // namespace limber::oracle
