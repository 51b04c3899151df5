// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/beside_bodies.h"
#include "app/motion/scene_motion.h"
#include "engine/stepper/step.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

/// The commands that step characters work on a list of them. A file of one character is a list of one.
namespace limber::app {

class Report;
struct CommandProgress;

/// Steps of a command when neither `--frames`, nor a recording, nor the scene sets their number.
inline constexpr std::uint64_t default_frame_count = 240;

/// The characters of a command's file before the first step, with the controls of `--controls`.
struct SceneRun {
    SceneMotion motion = {};
    std::optional<CameraDescription> camera = {}; // of the scene; nullopt: all characters are framed
    double exaggeration = 1.0; // of the secondary motion, as the window shows the scene; files do not have it
    BesideBodies beside = {};  // those that `take_steps` moves with the first character

    const MovingCharacter& first() const {
        return motion.characters().front();
    }
    bool has_one_character() const {
        return motion.characters().size() == 1;
    }
};

/// Prepares the characters of the command's file and calls the command with them. Prints what fails. Returns the exit
/// code. `progress`: of a command that prepares several scenes, of which this one is the part that is open.
using SceneCommand = std::function<int(const Arguments&, SceneRun&)>;
int run_with_scene(const Arguments& arguments, const SceneCommand& command);
int run_with_scene(const Arguments& arguments, CommandProgress& progress, const SceneCommand& command);

/// Steps of the command: those of `--frames`, else of the longest recording in `--controls`, else of the rollouts of
/// the search that wrote the scene's start, else the default.
std::uint64_t frame_count(const Arguments& arguments, const SceneRun& run,
                          std::uint64_t otherwise = default_frame_count);

/// Threads that step the characters; one character is stepped on the caller's alone.
Threads step_threads(const Arguments& arguments, const SceneRun& run);

/// The number of clusters that the run leaves turned inside out, of all characters, and a warning if there are any.
void add_inverted_clusters(Report& report, const SceneMotion& motion);

/// Warnings of models whose files have spring bones, while no part of their material is softer for them.
std::vector<std::string> unused_springs(const std::vector<CharacterPtr>& models);

/// The warnings of the run: all of them in JSON, and in text those on meshes in one sentence (run_warnings.h).
std::vector<std::string> warnings_to_print(const Arguments& arguments, const SceneRun& run);

/// A warning if the window would show the written motion exaggerated.
void warn_about_exaggeration(Report& report, const SceneRun& run);

/// The first character whose step is not finite, or whose energy is negative by more than rounding. Among several, the
/// error names it.
std::optional<Error> fault_in_frame(const std::vector<StepReport>& reports, const SceneRun& run, std::uint64_t frame);

} // namespace limber::app
