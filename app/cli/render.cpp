// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/film_run.h"
#include "app/cli/preparation.h"
#include "app/cli/report.h"

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

namespace limber::app {
namespace {

bool is_one_image(const Arguments& arguments) {
    return !arguments.frames && std::filesystem::path(arguments.out).extension() != ".mp4";
}

// Bodies beside a character follow one, step by step.
std::optional<Error> fault_in_beside(const Arguments& arguments, const SceneRun& run, const FilmFrames& wanted) {
    if (arguments.film.beside.empty()) {
        return std::nullopt;
    }
    if (!run.has_one_character()) {
        return Error{ErrorKind::bad_input,
                     "holds several characters, and --beside shows other bodies of one; name one of its scenes",
                     arguments.file};
    }
    const std::size_t columns = 1 + arguments.film.beside.size();
    if (static_cast<std::size_t>(arguments.width) < columns) {
        return Error{ErrorKind::bad_input,
                     "must be at least " + std::to_string(columns) + " pixels wide, one for each body of --beside",
                     "--size"};
    }
    if (wanted.frames.steps_each != std::floor(wanted.frames.steps_each)) {
        return Error{ErrorKind::bad_input,
                     "must give each frame a whole number of steps, because --beside shows bodies after a step",
                     "--fps"};
    }
    return std::nullopt;
}

} // namespace

int run_render(const Arguments& arguments, SceneRun& run) {
    FilmFrames wanted{frame_steps(arguments, run, arguments.frame), arguments.frame};
    wanted.frames.count = is_one_image(arguments) ? 1 : wanted.frames.count;
    if (const auto fault = fault_in_beside(arguments, run, wanted)) {
        fail(*fault, arguments.json);
        return option_fault_code;
    }
    return run_film(arguments, run, wanted);
}

} // namespace limber::app
