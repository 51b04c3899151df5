// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/scene_frames.h"
#include "engine/core/result.h"

#include <cstdint>

/// Frames of a loop that start again without a seam. Over the last N of its L frames, the states are blended into those
/// that led into the first frame, one loop before:
///
///     frame(L - j) = (1 - w_j) state(L - j) + w_j state(-j),      j = N .. 0, w smoothly from 0 to 1 at j = 0
///
/// so that frame L is frame 0, which is written again at the end.
namespace limber::app {

/// N where it is not given: a quarter of the loop, at most 30 frames.
std::uint64_t usual_loop_blend(std::uint64_t frames);

/// The state j = `left` frames before the end of a loop, and the state `before` it one loop earlier. Precondition: left
/// is at most N = `blended`.
State blended_at_seam(const State& state, const State& before, std::uint64_t left, std::uint64_t blended);

/// A loop, with its first frame again at its end.
struct SceneLoop {
    SceneFrames motion;
    std::uint64_t blended = 0; // N
};

/// The last whole loop of the motion, blended. Fails with bad_input: less than two passes, or the first of them is no
/// longer stored; no clip loops; fault_in_loops.
Result<SceneLoop> last_loop(const SceneFrames& motion);

} // namespace limber::app
