// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_search_options.h"
#include "engine/core/result.h"

#include <optional>

namespace limber {

/// The largest number of steps that a search may take in all its rollouts: a thousand processors take weeks for them.
inline constexpr double search_steps_max = 1e12;

/// Fails with bad_input if generations x population x steps, with the population after all restarts, exceeds
/// search_steps_max.
std::optional<Error> fault_in_size(const GaitSearchOptions& options);

} // namespace limber
