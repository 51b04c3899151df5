// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// The rotation nearest to F in the Frobenius norm: the maximiser of tr(R' F) over SO(3). Defined for every F,
/// including reflections, flat and zero matrices (where the maximiser is not unique, the choice is deterministic).
namespace limber {

Mat3 nearest_rotation(const Mat3& F);

} // namespace limber
