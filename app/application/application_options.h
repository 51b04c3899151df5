#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace limber::app {

/// What the command line says about the window.
///
///     limber [FILE]                opens a scene, a mesh or a surface; without, the list of scenes before the default
///     one
///       --size WxH                 of the window [pixels]
///       --paused                   starts without moving
///       --no-cache                 computes everything, and keeps nothing of it for the next time
///       --record FILE              the user's input, from when the scene is loaded until the window is closed,
///                                  by a signal too (SIGTERM, SIGINT), or the motion starts anew, for `limber simulate
///                                  --controls`
///       --report FILE              for tests: what is selected, held, shown and where, as JSON, a few times a second
///       --exit-after-frames N      for tests
///       --picture FILE             with it: the last frame, panels included, as PNG
///       --samples N                a pixel; fewer are drawn faster where there is no graphics card
///       --content-scale S          for tests: as if the display were that dense
struct ApplicationOptions {
    std::filesystem::path file;
    std::filesystem::path record;
    std::filesystem::path report;
    std::filesystem::path picture;
    int width = 1280;
    int height = 720;
    int exit_after_frames = 0; // 0: no limit
    int samples = 4;
    double content_scale = 0; // 0: the display's
    bool paused = false;
    bool no_cache = false;
};

/// Returns the options if the arguments open the window, and nullopt if they name a subcommand or ask for help, which
/// the command line handles.
std::optional<ApplicationOptions> window_options(int argc, const char* const* argv);

} // namespace limber::app
