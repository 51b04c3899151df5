// SPDX-License-Identifier: MIT
#ifndef LIMBER_WITH_CHOLMOD
#include "engine/linalg/tall_products.h"

#include "engine/core/contract.h"

namespace limber {

Matrix gram(const ConstColumns& A, const ConstColumns& B) {
    EXPECTS(A.rows() == B.rows());
    return A.transpose() * B;
}

Matrix tall_product(const ConstColumns& A, const ConstColumns& B) {
    EXPECTS(A.cols() == B.rows());
    return A * B;
}

void subtract_product(Columns A, const ConstColumns& B, const ConstColumns& C) {
    EXPECTS(A.rows() == B.rows() && A.cols() == C.cols() && B.cols() == C.rows());
    A.noalias() -= B * C;
}

void divide_by_transposed(Columns A, const Matrix& L) {
    EXPECTS(A.cols() == L.rows() && L.rows() == L.cols());
    L.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(A);
}

} // namespace limber
#endif
