// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <span>

/// Linear blend skinning on the CPU without its matrix: for the few points that are dragged by hand, and for the whole
/// body where no GPU is used.
namespace limber {

/// Adds sum_j w_ij A_j [X_i 1] to a row of x for each of `vertices` i, in their order.
///
///     X         n x 3    rest positions [m]
///     W         n x k    weights
///     maps      4k x 3   affine maps A_j, transposed and stacked
void add_skinned(const Points& X, const Matrix& W, const AffineStack& maps, std::span<const int> vertices, Points& x);

/// The same for every vertex.
void add_skinned(const Points& X, const Matrix& W, const AffineStack& maps, Points& x);

} // namespace limber
