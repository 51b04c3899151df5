// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/compiled_solvers.h"

/// Dense solvers that several tests use and the engine at most once, compiled once in compiled_solvers.cpp.
#ifndef LIMBER_COMPILED_TEST_TEMPLATE
#define LIMBER_COMPILED_TEST_TEMPLATE extern template
#endif

namespace Eigen {

LIMBER_COMPILED_TEST_TEMPLATE PartialPivLU<MatrixXd>::PartialPivLU(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEST_TEMPLATE void PartialPivLU<MatrixXd>::compute();
LIMBER_COMPILED_TEST_TEMPLATE void PartialPivLU<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
LIMBER_COMPILED_TEST_TEMPLATE void PartialPivLU<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;

LIMBER_COMPILED_TEST_TEMPLATE FullPivLU<MatrixXd>::FullPivLU(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEST_TEMPLATE void FullPivLU<MatrixXd>::computeInPlace();
LIMBER_COMPILED_TEST_TEMPLATE void FullPivLU<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
LIMBER_COMPILED_TEST_TEMPLATE void FullPivLU<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;

LIMBER_COMPILED_TEST_TEMPLATE JacobiSVD<MatrixXd>& JacobiSVD<MatrixXd>::compute(const MatrixXd&, unsigned);

LIMBER_COMPILED_TEST_TEMPLATE GeneralizedSelfAdjointEigenSolver<MatrixXd>&
GeneralizedSelfAdjointEigenSolver<MatrixXd>::compute(const MatrixXd&, const MatrixXd&, int);

} // namespace Eigen
