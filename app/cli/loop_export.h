// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/frame_steps.h"
#include "app/cli/scene_run.h"
#include "engine/core/result.h"
#include "engine/stepper/state.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

/// One loop of a scene's clips as frames that start again without a seam (motion/loop_blend.h): `limber export --loop`.
/// A first pass of the loop warms up.
namespace limber::app {

struct LoopPlan {
    std::uint64_t frames = 0;  // of a loop
    std::uint64_t blended = 0; // at its end
    double speed_factor = 1.0; // of the clips, so that a loop has whole frames
};

/// The loop of the first character that loops (motion/loop_lengths.h). `blended`: frames; 0: a quarter of the loop, at
/// most 30. Changes the clips' speeds by the plan's factor. Fails with bad_input: nothing plays, a loop of more than a
/// million frames, or one of another character that does not fit in.
Result<LoopPlan> plan_loop(SceneRun& run, const FrameSteps& frames, std::uint64_t blended);

/// The states of some characters in the frames of a loop.
class LoopFrames {
public:
    using States = std::vector<State>;

    explicit LoopFrames(const LoopPlan& plan) : plan_(plan) {}

    /// A frame of the first pass, or of the second.
    void add_warm(States frame);
    /// Returns the frame to write, number 0 to L.
    States blended(std::uint64_t number, States frame);
    /// The states where the loop starts and where it ends, unblended.
    const States& start() const {
        return before_.back();
    }
    const States& end() const {
        return end_;
    }

private:
    LoopPlan plan_;
    std::deque<States> before_; // the last frames of the first pass; the newest is frame 0
    States end_;
};

} // namespace limber::app
