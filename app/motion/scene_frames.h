// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <cstddef>
#include <vector>

namespace limber::app {

/// The motion of a scene as it was simulated: a state of each character after each step.
struct SceneFrames {
    std::vector<int> ids; // of the characters
    std::vector<CharacterPtr> characters;
    std::vector<std::vector<State>> frames;    // a state for each character
    std::vector<double> times;                 // [s] of the frames
    std::vector<std::size_t> loop_starts = {}; // the frames in which the first character's clip has started again
    std::vector<double> dynamics = {};         // the share of each character's secondary motion; empty: all of it
};

/// The state between two states of successive steps: Z and P are interpolated linearly, all else is that of the nearer
/// one. `share`: 0 is `from`, 1 is `to`.
State interpolated(const State& from, const State& to, double share);

/// A time between steps, as the step before it and the share of the way to the next one, in [0, 1).
struct StepPlace {
    std::size_t step = 0;
    double share = 0.0;
};
/// `steps`: the time as a number of steps, not negative. Times that differ from a step by rounding alone are that step.
StepPlace step_place(double steps);

} // namespace limber::app
