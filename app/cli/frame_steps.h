// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/scene_run.h"
#include "app/motion/scene_frames.h"

#include <cstdint>
#include <optional>
#include <vector>

/// How the steps of a simulation become the frames of a file. The first frame is the state before the first step; a
/// frame between two steps is interpolated (motion/scene_frames.h).
namespace limber::app {

struct FrameSteps {
    std::uint64_t count = 0; // of frames
    double steps_each = 1.0; // need not be whole
    double frames_per_second = 60.0;
};

/// Without `--fps`, a frame a step. Without `--frames`, as many as the command's steps have: by default until the
/// clips have ended that play once. `before`: steps before the first frame.
FrameSteps frame_steps(const Arguments& arguments, const SceneRun& run, std::uint64_t before);

/// Takes `count` steps after `before` others, also of the bodies beside the first character; an error if one is not
/// finite, or when they are cancelled.
std::optional<Error> take_steps(SceneRun& run, std::uint64_t before, std::uint64_t count, ThreadPool& threads,
                                Progress* progress);

/// Takes the steps to each frame, one after the other. It starts in the first frame.
class FrameStepper {
public:
    using States = std::vector<State>;

    /// `before`: steps that were taken before the first frame.
    FrameStepper(SceneRun& run, double steps_each, std::uint64_t before, ThreadPool& threads)
        : run_(run), steps_each_(steps_each), before_(before), threads_(threads) {}

    /// Goes to the next frame; an error as of take_steps.
    std::optional<Error> advance(Progress* progress);
    /// Of all characters in the frame.
    States states() const;

private:
    SceneRun& run_;
    double steps_each_;
    std::uint64_t before_;
    ThreadPool& threads_;
    std::uint64_t frame_ = 0;
    std::uint64_t taken_ = 0; // steps since the first frame
    StepPlace place_;
    States last_; // one step before those of the run, while the frame is between two steps
};

} // namespace limber::app
