// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <optional>

/// An orthonormal basis of the span of a few long columns; dependent ones are dropped.
///
/// Householder's pivoted QR is slow, because it works column by column. This works in rounds of matrix products: scale
/// the remaining columns to length one, choose a well-conditioned subset by a pivoted Cholesky factorisation of their
/// Gram matrix, orthonormalise the subset by Cholesky-QR, twice, and project its span out of the rest. Well-conditioned
/// columns need one round.
namespace limber {

/// n x rank, Q'Q = I; nullopt when a column is not finite or the square of its length overflows. A column is dependent
/// when less than `rank_tolerance` of its length remains after the span of the others is projected out. Zero columns
/// are dropped.
std::optional<Matrix> orthonormal_basis(const Matrix& columns, double rank_tolerance);

/// Orthonormalises well-conditioned columns in place (condition number below about 1e7): Cholesky-QR, twice. Returns
/// false, with undefined columns, when they are not.
[[nodiscard]] bool orthonormalise(Matrix& columns);

/// A <- A - Q (Q'A), twice, for orthonormal Q.
void project_out(const Eigen::Ref<const Matrix>& Q, Matrix& A);

} // namespace limber
