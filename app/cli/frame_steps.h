// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/scene_run.h"

#include <cstdint>
#include <optional>

/// How the steps of a simulation become the frames of a file.
namespace limber::app {

struct FrameSteps {
    std::uint64_t count = 0; // of frames
    std::uint64_t steps_each = 1;
    double frames_per_second = 60.0;
};

/// Without `--fps`, a frame a step. Fails with bad_input where a frame is no whole number of steps.
Result<FrameSteps> frame_steps(const Arguments& arguments, const SceneRun& run);

/// Takes `count` steps after `before` others; an error if one is not finite.
std::optional<Error> take_steps(SceneRun& run, std::uint64_t before, std::uint64_t count, ThreadPool& threads);

} // namespace limber::app
