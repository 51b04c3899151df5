// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Products of tall, thin matrices (n x k, k at most a few hundred), which dominate Gram matrices, projections and
/// orthonormalisations. Uses the BLAS that comes with CHOLMOD if it is built in, because it selects kernels for the
/// machine; Eigen otherwise. One thread.
namespace limber {

using ConstColumns = Eigen::Ref<const Matrix>;
using Columns = Eigen::Ref<Matrix>;

/// A' B: k x l, for A n x k and B n x l.
Matrix gram(const ConstColumns& A, const ConstColumns& B);

/// A B: n x l, for A n x k and B k x l.
Matrix tall_product(const ConstColumns& A, const ConstColumns& B);

/// A <- A - B C: A n x l, B n x k, C k x l.
void subtract_product(Columns A, const ConstColumns& B, const ConstColumns& C);

/// A <- A L^-T: A n x k, L k x k lower triangular and invertible.
void divide_by_transposed(Columns A, const Matrix& L);

} // namespace limber
