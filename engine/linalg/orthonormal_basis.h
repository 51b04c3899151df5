#pragma once

#include "engine/linalg/types.h"

#include <optional>

/// An orthonormal basis of the span of a few long columns, dependent ones dropped.
///
/// Householder's pivoted QR is the textbook's way and slow, because it works column by column. Here, in
/// rounds, all in matrix products: scale the columns that are left to length one, choose a well-conditioned subset by a
/// pivoted Cholesky factorisation of their Gram matrix, orthonormalise the subset by Cholesky-QR, twice,
/// and take its span out of the rest. Well-conditioned columns need one round.
namespace limber {

/// n x rank, Q'Q = I; nothing when a column is not finite, or the columns' lengths are beyond what squares can hold. A
/// column counts as dependent when what is left of it, once the span of the others is out, is below `rank_tolerance` of
/// its length. Zero columns are dropped.
std::optional<Matrix> orthonormal_basis(const Matrix& columns, double rank_tolerance);

/// Orthonormalises well-conditioned columns in place (condition number below about 1e7): Cholesky-QR, twice.
/// False, and the columns of no use, when they are not.
[[nodiscard]] bool orthonormalise(Matrix& columns);

/// A <- A - Q (Q'A), twice, for orthonormal Q.
void project_out(const Eigen::Ref<const Matrix>& Q, Matrix& A);

} // namespace limber
