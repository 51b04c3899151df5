// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Least squares with x >= 0 by the active set method of Lawson and Hanson [1974, Solving Least Squares Problems,
/// chapter 23], on the normal equations.
namespace limber {

/// The x >= 0 (n) that minimises |A x - b|^2, from G = A'A (n x n) and h = A'b (n). `start`: n numbers >= 0 from which
/// the search begins, such as the solution without the last column; empty: zero. Columns that depend on each other, to
/// the square root of the round-off, are solved for in the least squares sense. A search that cycles ends with the best
/// x that it has found.
Vector non_negative_least_squares(const Matrix& G, const Vector& h, const Vector& start = {});

} // namespace limber
