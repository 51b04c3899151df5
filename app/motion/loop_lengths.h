// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/core/result.h"

#include <cstddef>
#include <optional>
#include <vector>

/// How long the clips of a scene loop. The loop of the scene is that of the first character that loops; those of the
/// others must fit into it, so that all of them start again with it.
namespace limber::app {

/// [s] simulated in a loop of what plays; 0: nothing plays, or it does not loop.
double seconds_of_loop(const Character& character, const LiveControls& controls);

/// The first character that loops. `seconds`: of each character's loop.
std::optional<std::size_t> first_that_loops(const std::vector<double>& seconds);

/// Refuses a loop that does not fit into the loop of the scene a whole number of times. `seconds`: of each character's
/// loop; none at all: they are unknown, and nothing is refused.
std::optional<Error> fault_in_loops(const std::vector<CharacterPtr>& characters, const std::vector<double>& seconds);

} // namespace limber::app
