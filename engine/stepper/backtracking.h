// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/descent.h"

#include <functional>

/// The line search of Newton's methods: backtracking until Armijo's condition holds [Nocedal and Wright 2006, Numerical
/// Optimization, algorithm 3.1]. Where the difference of two objectives is below their round-off, the slope at the end
/// of the move must not be larger than at its start instead.
namespace limber {

struct LineSearch {
    const Coordinates& direction;
    const std::function<void(Iterate&)>& evaluate; // computes objective and gradient at Z
    double round_off = 0.0;                        // of a difference of two objectives
    int evaluations = 100;                         // at most, with those that descent.iterations already counts
};

/// Moves `now`, evaluated, along the direction, by its whole length or less. Returns false, and leaves `now`, when no
/// length satisfies the condition or the evaluations are used up. Counts evaluations in descent.iterations and sets
/// descent.change after a move. `trial` is scratch.
bool backtrack(const LineSearch& search, Iterate& now, Iterate& trial, Descent& descent);

} // namespace limber
