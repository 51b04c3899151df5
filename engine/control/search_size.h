#pragma once

#include "engine/control/gait_search.h"
#include "engine/core/result.h"

#include <optional>

namespace limber {

/// Steps of all rollouts that a search may take: more would not end, a thousand processors take weeks for these.
inline constexpr double search_steps_max = 1e12;

/// Fails with bad_input where generations x population x steps, with the population that the restarts come to, is above
/// search_steps_max.
std::optional<Error> fault_in_size(const GaitSearchOptions& options);

} // namespace limber
