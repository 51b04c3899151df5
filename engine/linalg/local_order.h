// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

namespace limber {

using Order = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

/// A numbering of the rows of a symmetric A in which neighbours are close together, breadth first from a farthest row
/// [Cuthill and McKee 1969], so that products with the matrix reuse the cache. Row i becomes row order.indices()(i).
Order local_order(const SparseMatrix& A);

/// A symmetric A in that order, with sorted entries.
SparseMatrix ordered(const SparseMatrix& A, const Order& order);

} // namespace limber
