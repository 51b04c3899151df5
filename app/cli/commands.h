// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/preparation.h"
#include "app/cli/scene_run.h"

/// A function for each command. Each returns the exit code.
namespace limber::app {

/// These commands work on one character.
int run_subspace(const Arguments& arguments, const DescribedCharacter& scene);
int run_gait(const Arguments& arguments, const DescribedCharacter& scene);
int run_control(const Arguments& arguments, const DescribedCharacter& scene);

/// These commands work on a list of characters; a file of one character is a list of one.
int run_check(const Arguments& arguments);
int run_simulate(const Arguments& arguments, SceneRun& run);
/// Also writes the file of `--csv`.
int run_compare(const Arguments& arguments);
int run_record(const Arguments& arguments, SceneRun& run);
/// Writes the motion for other tools.
int run_export(const Arguments& arguments, SceneRun& run);
int run_render(const Arguments& arguments, SceneRun& run);
/// FILE is a recording, which holds its scenes.
int run_replay(const Arguments& arguments);

} // namespace limber::app
