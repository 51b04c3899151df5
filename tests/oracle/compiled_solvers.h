// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/compiled_solvers.h"

/// Dense solvers that several tests use and the engine at most once, compiled once in compiled_solvers.cpp.
#ifndef LIMBER_COMPILED_TEST_TEMPLATE
#define LIMBER_COMPILED_TEST_TEMPLATE extern template
#endif

namespace Eigen {

LIMBER_COMPILED_TEST_TEMPLATE class FullPivLU<MatrixXd>;
LIMBER_COMPILED_TEST_TEMPLATE FullPivLU<MatrixXd>::FullPivLU(const EigenBase<MatrixXd>&);
LIMBER_COMPILED_TEST_TEMPLATE void FullPivLU<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
LIMBER_COMPILED_TEST_TEMPLATE void FullPivLU<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
LIMBER_COMPILED_TEST_TEMPLATE class JacobiSVD<MatrixXd>;
LIMBER_COMPILED_TEST_TEMPLATE class GeneralizedSelfAdjointEigenSolver<MatrixXd>;

} // namespace Eigen
