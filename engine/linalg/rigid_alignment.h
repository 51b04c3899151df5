// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// The rotation and translation that bring the points `from` (n x 3) closest to `to` (n x 3): minimises
/// sum_i w_i |R from_i + t - to_i|^2 [Kabsch 1976, A solution for the best rotation to relate two sets of vectors].
/// `weight`: n, not negative, with a positive sum.
Affine rigid_alignment(const Points& from, const Points& to, const Vector& weight);

} // namespace limber
