// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/frame_steps.h"
#include "app/cli/loop_export.h"
#include "app/cli/scene_run.h"

/// Draws the motion of a scene off screen, through the shaders of the window.
namespace limber::app {

struct FilmRun {
    FrameSteps frames;
    std::uint64_t steps_before = 0;
    std::optional<LoopPlan> loop = {}; // its frames, after a first pass
};

/// Writes the film to the command's `--out` and prints a report. Ctrl+C stops it, and leaves no file. Returns the exit
/// code.
int run_film(const Arguments& arguments, SceneRun& run, const FilmRun& wanted);

} // namespace limber::app
