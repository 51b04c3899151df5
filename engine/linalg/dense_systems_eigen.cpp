// SPDX-License-Identifier: MIT
#ifndef LIMBER_WITH_CHOLMOD
#include "engine/linalg/dense_systems.h"

#include "engine/core/contract.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace limber {

void add_outer_products(MatrixRef A, double sign, const ConstMatrixRef& V) {
    EXPECTS(A.rows() == A.cols() && A.rows() == V.rows());
    A.selfadjointView<Eigen::Lower>().rankUpdate(V, sign);
}

bool factor_cholesky(MatrixRef A) {
    EXPECTS(A.rows() == A.cols());
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(A);
    return factor.info() == Eigen::Success;
}

void divide_by_lower(const ConstMatrixRef& L, MatrixRef B) {
    EXPECTS(L.rows() == L.cols() && L.rows() == B.rows());
    L.triangularView<Eigen::Lower>().solveInPlace(B);
}

void divide_by_lower_transposed(const ConstMatrixRef& L, MatrixRef B) {
    EXPECTS(L.rows() == L.cols() && L.rows() == B.rows());
    L.transpose().triangularView<Eigen::Upper>().solveInPlace(B);
}

void compute_gram(const ConstMatrixRef& A, const ConstMatrixRef& B, MatrixRef C) {
    EXPECTS(A.rows() == B.rows() && C.rows() == A.cols() && C.cols() == B.cols());
    C.noalias() = A.transpose() * B;
}

void subtract_matrix_product(const ConstMatrixRef& A, const ConstMatrixRef& B, MatrixRef C) {
    EXPECTS(A.cols() == B.rows() && C.rows() == A.rows() && C.cols() == B.cols());
    C.noalias() -= A * B;
}

void solve_transposed(MatrixRef A, Eigen::Ref<Eigen::VectorXi> pivots, MatrixRef B) {
    EXPECTS(A.rows() == A.cols() && A.rows() == B.rows() && pivots.size() >= A.rows());
    const Eigen::PartialPivLU<Eigen::Ref<Matrix>> factor(A);
    B = factor.transpose().solve(B).eval();
}

} // namespace limber
#endif
