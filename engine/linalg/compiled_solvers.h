// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

/// Eigen's dense solvers, compiled once in compiled_solvers.cpp. Each of them takes 1 to 6 s of the time of a compiler,
/// and a source that includes this header does not take it again. Only the members that are used are named: whole
/// classes, with reconstructedMatrix, rcond and others, take half as long again.
///
/// An expression as an argument of a solver is another template: `LLT<Matrix>(Matrix(A - B))`, not `LLT<Matrix>(A -
/// B)`.
#ifndef LIMBER_COMPILED_TEMPLATE
#define LIMBER_COMPILED_TEMPLATE extern template
#endif

namespace Eigen {

LIMBER_COMPILED_TEMPLATE LLT<MatrixXd>& LLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEMPLATE void LLT<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
LIMBER_COMPILED_TEMPLATE void LLT<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
LIMBER_COMPILED_TEMPLATE void LLT<MatrixXd>::solveInPlace(const MatrixBase<VectorXd>&) const;

LIMBER_COMPILED_TEMPLATE LDLT<MatrixXd>& LDLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEMPLATE void LDLT<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
LIMBER_COMPILED_TEMPLATE void LDLT<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;

LIMBER_COMPILED_TEMPLATE ColPivHouseholderQR<MatrixXd>::ColPivHouseholderQR(Index, Index);
LIMBER_COMPILED_TEMPLATE ColPivHouseholderQR<MatrixXd>&
ColPivHouseholderQR<MatrixXd>::compute(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEMPLATE void ColPivHouseholderQR<MatrixXd>::computeInPlace();
LIMBER_COMPILED_TEMPLATE void ColPivHouseholderQR<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;

LIMBER_COMPILED_TEMPLATE HouseholderQR<MatrixXd>::HouseholderQR(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEMPLATE void HouseholderQR<MatrixXd>::computeInPlace();

LIMBER_COMPILED_TEMPLATE CompleteOrthogonalDecomposition<MatrixXd>&
CompleteOrthogonalDecomposition<MatrixXd>::compute(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEMPLATE void CompleteOrthogonalDecomposition<MatrixXd>::computeInPlace();
LIMBER_COMPILED_TEMPLATE void CompleteOrthogonalDecomposition<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
LIMBER_COMPILED_TEMPLATE void CompleteOrthogonalDecomposition<MatrixXd>::_solve_impl(const MatrixX3d&,
                                                                                     MatrixX3d&) const;

LIMBER_COMPILED_TEMPLATE SelfAdjointEigenSolver<MatrixXd>&
SelfAdjointEigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>&, int);

LIMBER_COMPILED_TEMPLATE SelfAdjointEigenSolver<Matrix3d>&
SelfAdjointEigenSolver<Matrix3d>::compute(const EigenBase<Matrix3d>&, int);

LIMBER_COMPILED_TEMPLATE JacobiSVD<Matrix3d>& JacobiSVD<Matrix3d>::compute(const Matrix3d&, unsigned);
// For Quaternion::FromTwoVectors.
LIMBER_COMPILED_TEMPLATE JacobiSVD<Matrix<double, 2, 3>>&
JacobiSVD<Matrix<double, 2, 3>>::compute(const Matrix<double, 2, 3>&, unsigned);

// Q * matrix, of both decompositions into Q R.
LIMBER_COMPILED_TEMPLATE void HouseholderSequence<MatrixXd, VectorXd>::applyThisOnTheLeft(MatrixXd&, RowVectorXd&,
                                                                                          bool) const;

namespace internal {

LIMBER_COMPILED_TEMPLATE void apply_block_householder_on_the_left(Block<MatrixXd>&, const Block<MatrixXd>&,
                                                                  const VectorBlock<const VectorXd>&, bool);
LIMBER_COMPILED_TEMPLATE void make_block_householder_triangular_factor(Matrix<double, Dynamic, Dynamic, RowMajor>&,
                                                                       const Block<MatrixXd>&,
                                                                       const VectorBlock<const VectorXd>&);

LIMBER_COMPILED_TEMPLATE struct triangular_solve_vector<double, double, Index, OnTheLeft, Lower, false, ColMajor>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_vector<double, double, Index, OnTheLeft, Upper, false, ColMajor>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_vector<double, double, Index, OnTheLeft, Upper, false, RowMajor>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_vector<double, double, Index, OnTheLeft, UnitLower, false, ColMajor>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_matrix<double, Index, OnTheLeft, Lower, false, ColMajor, ColMajor, 1>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_matrix<double, Index, OnTheLeft, Upper, false, ColMajor, ColMajor, 1>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_matrix<double, Index, OnTheLeft, Upper, false, RowMajor, ColMajor, 1>;
LIMBER_COMPILED_TEMPLATE struct triangular_solve_matrix<double, Index, OnTheLeft, UnitLower, false, ColMajor, ColMajor,
                                                        1>;

// The inner loops of products.
using ColumnsIn = const_blas_data_mapper<double, Index, ColMajor>;
using RowsIn = const_blas_data_mapper<double, Index, RowMajor>;
using ColumnsOut = blas_data_mapper<double, Index, ColMajor, Unaligned, 1>;
using Gebp = gebp_traits<double, double>;

LIMBER_COMPILED_TEMPLATE struct gebp_kernel<double, double, Index, ColumnsOut, Gebp::mr, Gebp::nr, false, false>;
LIMBER_COMPILED_TEMPLATE struct gemm_pack_rhs<double, Index, ColumnsIn, Gebp::nr, ColMajor>;
LIMBER_COMPILED_TEMPLATE struct gemm_pack_rhs<double, Index, RowsIn, Gebp::nr, RowMajor>;
LIMBER_COMPILED_TEMPLATE struct gemm_pack_lhs<double, Index, ColumnsIn, Gebp::mr, Gebp::LhsProgress,
                                              Gebp::LhsPacket4Packing, ColMajor>;
LIMBER_COMPILED_TEMPLATE struct gemm_pack_lhs<double, Index, RowsIn, Gebp::mr, Gebp::LhsProgress,
                                              Gebp::LhsPacket4Packing, RowMajor>;
LIMBER_COMPILED_TEMPLATE struct general_matrix_vector_product<Index, double, ColumnsIn, ColMajor, false, double,
                                                              ColumnsIn, false>;
LIMBER_COMPILED_TEMPLATE struct general_matrix_vector_product<Index, double, ColumnsIn, ColMajor, false, double, RowsIn,
                                                              false>;
LIMBER_COMPILED_TEMPLATE struct general_matrix_vector_product<Index, double, RowsIn, RowMajor, false, double, ColumnsIn,
                                                              false>;
LIMBER_COMPILED_TEMPLATE struct general_matrix_vector_product<Index, double, RowsIn, RowMajor, false, double, RowsIn,
                                                              false>;

} // namespace internal
} // namespace Eigen
