// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/film_run.h"
#include "app/cli/report.h"

#include <filesystem>

namespace limber::app {
namespace {

bool is_one_image(const Arguments& arguments) {
    return !arguments.frames && std::filesystem::path(arguments.out).extension() != ".mp4";
}

} // namespace

int run_render(const Arguments& arguments, SceneRun& run) {
    FilmRun wanted{frame_steps(arguments, run, arguments.frame), arguments.frame};
    wanted.frames.count = is_one_image(arguments) ? 1 : wanted.frames.count;
    return run_film(arguments, run, wanted);
}

} // namespace limber::app
