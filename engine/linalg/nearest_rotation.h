#pragma once

#include "engine/linalg/types.h"

/// The rotation that is nearest to F in the Frobenius norm: the maximiser of tr(R' F) over SO(3).
/// Exact for every F, reflections, flat and zero matrices included (where the maximiser is not
/// unique, one is chosen, always the same for the same bits).
namespace limber {

Mat3 nearest_rotation(const Mat3& F);

} // namespace limber
