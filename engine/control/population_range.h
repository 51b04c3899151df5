#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// Candidates of a generation, at the least and at the most: who asks for them, restarts that double them, and files
/// of a search keep to the same range.
inline constexpr Index population_min = 4;
inline constexpr Index population_max = 100000;

} // namespace limber
