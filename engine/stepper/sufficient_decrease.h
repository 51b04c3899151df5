// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/descent_memory.h"

namespace limber {

/// Armijo's condition for a move of Newton's method. Where the difference is below the round-off of the objective, the
/// slope at the trial must not be larger than the one at the start of the line.
bool decreases_enough(const Iterate& now, const Iterate& trial, const Coordinates& direction, const Line& line,
                      double round_off);

} // namespace limber
