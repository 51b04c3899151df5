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

} // namespace limber::app
