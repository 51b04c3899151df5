// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_CHOLMOD
#include "engine/linalg/dense_systems.h"

#include "engine/core/contract.h"
#include "engine/linalg/blas_threads.h"

#include <algorithm>

extern "C" {
void dsyrk_(const char* triangle, const char* transpose, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* beta, double* c, const int* ldc);
void dpotrf_(const char* triangle, const int* n, double* a, const int* lda, int* info);
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* transpose, const int* n, const int* columns, const double* a, const int* lda,
             const int* pivots, double* b, const int* ldb, int* info);
void dgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb, const double* beta,
            double* c, const int* ldc);
void dtrsm_(const char* side, const char* triangle, const char* transpose, const char* diagonal, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b, const int* ldb);
}

namespace limber {
namespace {

struct BlasSizes {
    int rows;
    int columns;
    int stride;
};

BlasSizes sizes_of(const ConstMatrixRef& A) {
    return {static_cast<int>(A.rows()), static_cast<int>(A.cols()), std::max(1, static_cast<int>(A.outerStride()))};
}

void divide(const char* transpose, const ConstMatrixRef& L, MatrixRef B) {
    EXPECTS(L.rows() == L.cols() && L.rows() == B.rows());
    const BlasCall blas;
    const BlasSizes of_L = sizes_of(L);
    const BlasSizes of_B = sizes_of(B);
    const double one = 1.0;
    dtrsm_("L", "L", transpose, "N", &of_B.rows, &of_B.columns, &one, L.data(), &of_L.stride, B.data(), &of_B.stride);
}

// C <- alpha op(A) B + beta C.
void multiply(const char* transpose, double alpha, const ConstMatrixRef& A, const ConstMatrixRef& B, double beta,
              MatrixRef C) {
    const BlasCall blas;
    const BlasSizes of_A = sizes_of(A);
    const BlasSizes of_B = sizes_of(B);
    const BlasSizes of_C = sizes_of(C);
    dgemm_(transpose, "N", &of_C.rows, &of_C.columns, &of_B.rows, &alpha, A.data(), &of_A.stride, B.data(),
           &of_B.stride, &beta, C.data(), &of_C.stride);
}

} // namespace

void add_outer_products(MatrixRef A, double sign, const ConstMatrixRef& V) {
    EXPECTS(A.rows() == A.cols() && A.rows() == V.rows());
    const BlasCall blas;
    const BlasSizes of_A = sizes_of(A);
    const BlasSizes of_V = sizes_of(V);
    const double one = 1.0;
    dsyrk_("L", "N", &of_A.rows, &of_V.columns, &sign, V.data(), &of_V.stride, &one, A.data(), &of_A.stride);
}

bool factor_cholesky(MatrixRef A) {
    EXPECTS(A.rows() == A.cols());
    const BlasCall blas;
    const BlasSizes of_A = sizes_of(A);
    int info = 0;
    dpotrf_("L", &of_A.rows, A.data(), &of_A.stride, &info);
    return info == 0;
}

void divide_by_lower(const ConstMatrixRef& L, MatrixRef B) {
    divide("N", L, B);
}

void divide_by_lower_transposed(const ConstMatrixRef& L, MatrixRef B) {
    divide("T", L, B);
}

void compute_gram(const ConstMatrixRef& A, const ConstMatrixRef& B, MatrixRef C) {
    EXPECTS(A.rows() == B.rows() && C.rows() == A.cols() && C.cols() == B.cols());
    multiply("T", 1.0, A, B, 0.0, C);
}

void subtract_matrix_product(const ConstMatrixRef& A, const ConstMatrixRef& B, MatrixRef C) {
    EXPECTS(A.cols() == B.rows() && C.rows() == A.rows() && C.cols() == B.cols());
    multiply("N", -1.0, A, B, 1.0, C);
}

void solve_transposed(MatrixRef A, Eigen::Ref<Eigen::VectorXi> pivots, MatrixRef B) {
    EXPECTS(A.rows() == A.cols() && A.rows() == B.rows() && pivots.size() >= A.rows());
    const BlasCall blas;
    const BlasSizes of_A = sizes_of(A);
    const BlasSizes of_B = sizes_of(B);
    int info = 0;
    dgetrf_(&of_A.rows, &of_A.rows, A.data(), &of_A.stride, pivots.data(), &info);
    dgetrs_("T", &of_A.rows, &of_B.columns, A.data(), &of_A.stride, pivots.data(), B.data(), &of_B.stride, &info);
}

} // namespace limber
#endif
