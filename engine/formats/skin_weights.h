// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <functional>
#include <vector>

/// Least squares on the simplex with few weights that are not zero:
///
///     minimise  |sum_j w_j a_j - x|^2    subject to  w >= 0,  sum_j w_j = 1,  `count_max` of them at most not 0
///
/// With the sum of the weights fixed it is w'Gw for the products G_jk = (a_j - x).(a_k - x). An active set as in
/// [Lawson and Hanson 1974, Solving Least Squares Problems, chapter 23], with the sum by a multiplier; then the joints
/// without which the error rises least are dropped one by one. The choice of joints is a heuristic, its weights are the
/// best.
namespace limber {

struct SparseWeights {
    std::vector<Index> joints;   // ascending
    std::vector<double> weights; // of these joints, each > 0
    double error = 0.0;          // w'Gw
};

/// `diagonal`: G_jj, J of them, >= 0; `column(k)`: all G_jk, asked for few k. `known`: weights that are improved and
/// taken where they become better than those found, so that the error does not rise; may be empty.
SparseWeights weights_on_simplex(const Vector& diagonal, const std::function<Vector(Index)>& column, Index count_max,
                                 const SparseWeights& known = {});

} // namespace limber
