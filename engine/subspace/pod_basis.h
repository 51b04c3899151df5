// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <vector>

namespace limber {

/// Proper orthogonal decomposition: the subspace of this size with the least squared distance, in the mass norm, from
/// the displacements of a motion (n x 3 each). 3n x count, vertex by vertex, or fewer columns if the motion spans
/// fewer. Fails with cancelled.
Result<Matrix> pod_basis(const std::vector<AffineStack>& motion, const Vector& mass, Index count,
                         Progress* progress = nullptr);

} // namespace limber
