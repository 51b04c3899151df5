// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace limber::app {

/// The scene after a step: a state of each character.
struct SceneFrame {
    std::vector<State> states;
    std::vector<bool> rig_discontinuities; // of each character in the step to here (Motion::rig_discontinuity)
};

/// The motion of a scene as it was simulated, a frame after each step. A copy shares the frames.
struct SceneFrames {
    std::vector<int> ids; // of the characters
    std::vector<CharacterPtr> characters;
    std::vector<std::shared_ptr<const SceneFrame>> frames; // never null
    std::vector<double> times;                             // [s] of the frames
    std::vector<std::size_t> loop_starts = {}; // those in which the scene's loop has started again (loop_lengths.h)
    std::vector<double> loop_seconds = {};     // of each character's loop as it plays at the end; empty: unknown
    std::vector<double> dynamics = {};         // the share of each character's secondary motion; empty: all of it
    double removed_seconds = 0.0;              // [s] of the motion before these frames, which are no longer stored
};

/// The state between two others: Z and P are interpolated linearly, all else is that of the nearer one. `share`: 0 is
/// `from`, 1 is `to`.
State interpolated(const State& from, const State& to, double share);

/// The state at a time in a step. Where the rig has a discontinuity in the step (a cut, a clip that starts
/// again), it is the nearer state at that time: there is no motion between the two.
State state_in_step(const State& before, const State& after, bool rig_discontinuity, double share);

/// A time between steps, as the step before it and the share of the way to the next one, in [0, 1).
struct StepPlace {
    std::size_t step = 0;
    double share = 0.0;
};
/// `steps`: the time as a number of steps, not negative. Times that differ from a step by rounding alone are that step.
StepPlace step_place(double steps);

/// The frame at that place (state_in_step), shared where it is that of a step. Precondition: it is in the motion.
std::shared_ptr<const SceneFrame> frame_at(const SceneFrames& motion, const StepPlace& place);

} // namespace limber::app
