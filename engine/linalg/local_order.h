#pragma once

#include "engine/linalg/types.h"

namespace limber {

using Order = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

/// A numbering of the rows of a symmetric A in which neighbours stand close together, breadth first from a far end
/// [Cuthill and McKee 1969]: a product with the matrix finds in the cache what it reads again. Row i becomes row
/// order.indices()(i).
Order local_order(const SparseMatrix& A);

/// A symmetric A in that order, its entries sorted.
SparseMatrix ordered(const SparseMatrix& A, const Order& order);

} // namespace limber
