// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/film_frames.h"
#include "app/cli/scene_run.h"

/// Draws the motion of a scene off screen, through the shaders of the window.
namespace limber::app {

/// Writes the film to the command's `--out` and prints a report. Ctrl+C stops it, and leaves no file. Returns the exit
/// code.
int run_film(const Arguments& arguments, SceneRun& run, const FilmFrames& wanted);

} // namespace limber::app
