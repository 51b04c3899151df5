// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Dense systems of a few hundred unknowns, solved in place and without allocation. Uses the BLAS that comes with
/// CHOLMOD if it is built in; Eigen otherwise, which allocates scratch for large matrices. One thread.
namespace limber {

using ConstMatrixRef = Eigen::Ref<const Matrix>;
using MatrixRef = Eigen::Ref<Matrix>;

/// The lower triangle of A <- A + sign V V': A n x n, V n x m. The upper triangle is not written.
void add_outer_products(MatrixRef A, double sign, const ConstMatrixRef& V);

/// The lower triangle of A becomes L with L L' = A; the upper one is not read. Returns false if A is not positive
/// definite; A is then undefined.
bool factor_cholesky(MatrixRef A);

/// B <- L^-1 B, L the lower triangle.
void divide_by_lower(const ConstMatrixRef& L, MatrixRef B);
/// B <- L^-T B, L the lower triangle.
void divide_by_lower_transposed(const ConstMatrixRef& L, MatrixRef B);

/// C <- A' B.
void compute_gram(const ConstMatrixRef& A, const ConstMatrixRef& B, MatrixRef C);

/// C <- C - A B.
void subtract_matrix_product(const ConstMatrixRef& A, const ConstMatrixRef& B, MatrixRef C);

/// B <- A^-T B for a square A, which is overwritten. `pivots` has at least as many entries as A has rows.
void solve_transposed(MatrixRef A, Eigen::Ref<Eigen::VectorXi> pivots, MatrixRef B);

} // namespace limber
