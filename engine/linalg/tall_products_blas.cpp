// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_CHOLMOD
#include "engine/linalg/tall_products.h"

#include "engine/core/contract.h"
#include "engine/linalg/blas_threads.h"

#include <algorithm>

extern "C" {
void dgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb, const double* beta,
            double* c, const int* ldc);
void dtrsm_(const char* side, const char* triangle, const char* transpose, const char* diagonal, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b, const int* ldb);
}

namespace limber {
namespace {

int stride(const ConstColumns& A) {
    return std::max(1, static_cast<int>(A.outerStride()));
}

// C <- alpha op(A) B + beta C.
void multiply_add(Columns C, double beta, double alpha, char transpose, const ConstColumns& A, const ConstColumns& B) {
    const BlasCall blas;
    const char plain = 'N';
    const int m = static_cast<int>(C.rows());
    const int n = static_cast<int>(C.cols());
    const int k = static_cast<int>(B.rows());
    const int lda = stride(A);
    const int ldb = stride(B);
    const int ldc = stride(C);
    dgemm_(&transpose, &plain, &m, &n, &k, &alpha, A.data(), &lda, B.data(), &ldb, &beta, C.data(), &ldc);
}

} // namespace

Matrix gram(const ConstColumns& A, const ConstColumns& B) {
    EXPECTS(A.rows() == B.rows());
    Matrix C = Matrix::Zero(A.cols(), B.cols());
    multiply_add(C, 0.0, 1.0, 'T', A, B);
    return C;
}

Matrix tall_product(const ConstColumns& A, const ConstColumns& B) {
    EXPECTS(A.cols() == B.rows());
    Matrix C = Matrix::Zero(A.rows(), B.cols());
    multiply_add(C, 0.0, 1.0, 'N', A, B);
    return C;
}

void subtract_product(Columns A, const ConstColumns& B, const ConstColumns& C) {
    EXPECTS(A.rows() == B.rows() && A.cols() == C.cols() && B.cols() == C.rows());
    multiply_add(A, 1.0, -1.0, 'N', B, C);
}

void divide_by_transposed(Columns A, const Matrix& L) {
    EXPECTS(A.cols() == L.rows() && L.rows() == L.cols());
    const BlasCall blas;
    const int m = static_cast<int>(A.rows());
    const int n = static_cast<int>(A.cols());
    const double one = 1.0;
    const int ldl = stride(L);
    const int lda = stride(A);
    dtrsm_("R", "L", "T", "N", &m, &n, &one, L.data(), &ldl, A.data(), &lda);
}

} // namespace limber
#endif
