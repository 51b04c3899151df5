// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// Limits of the number of candidates in a generation, for options, restarts that double it, and search files.
inline constexpr Index population_min = 4;
inline constexpr Index population_max = 100000;

} // namespace limber
