// SPDX-License-Identifier: MIT
#include "engine/linalg/dense_eigs.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"

namespace limber {

DenseEigenPairs dense_eigenpairs(const Matrix& A) {
    EXPECTS(A.rows() == A.cols() && A.allFinite());
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(A);
    EXPECTS(solver.info() == Eigen::Success);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Matrix orthogonal_complement(const Matrix& Q) {
    EXPECTS(Q.cols() <= Q.rows());
    if (Q.cols() == 0) {
        return Matrix::Identity(Q.rows(), Q.rows());
    }
    const Eigen::HouseholderQR<Matrix> qr(Q);
    const Matrix all = qr.householderQ() * Matrix::Identity(Q.rows(), Q.rows());
    return all.rightCols(Q.rows() - Q.cols());
}

} // namespace limber
