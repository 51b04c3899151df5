// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace limber::app {

/// The window's options on the command line.
///
///     limber [FILE]                opens a scene, a mesh or a surface; without FILE, the default scene behind the list
///                                  of scenes
///       --clip FILE                plays a clip in place of those of the file, as the commands do; may be given
///                                  several times, the first one plays
///       --clip-map FILE            which bone follows which joint of the clips, as in the commands
///       --clip-stride S            factor of the way of their hips along the ground, as in the commands
///       --clip-feet KIND           captured or turned, as in the commands
///       --size WxH                 size of the window [pixels]
///       --paused                   starts paused
///       --no-cache                 neither reads nor writes the cache
///       --record FILE              writes the user's input for `limber simulate --controls`, from the opening of the
///                                  scene until the window is closed, also by a signal (SIGTERM, SIGINT), or the motion
///                                  restarts
///       --report FILE              for tests: writes the state as JSON several times a second
///       --exit-after-frames N      for tests: closes the window after N frames
///       --picture FILE             with --exit-after-frames: writes the last frame with its panels as PNG
///       --samples N                samples in each pixel; fewer are faster without a graphics card
///       --coarse N                 for tests: one sample for N x N pixels of the 3D picture, in place of --samples
///       --content-scale S          for tests: replaces the display's content scale
struct ApplicationOptions {
    std::filesystem::path file;
    std::vector<std::filesystem::path> clips;
    std::filesystem::path clip_map;
    std::optional<double> clip_stride;
    std::string clip_feet; // one of clip_feet_names; empty: the scene's
    std::filesystem::path record;
    std::filesystem::path report;
    std::filesystem::path picture;
    int width = 1280;
    int height = 720;
    int exit_after_frames = 0; // 0: no limit
    int samples = 4;
    int coarseness = 1;       // [pixel]
    double content_scale = 0; // 0: the display's
    bool paused = false;
    bool no_cache = false;
};

/// Returns the options if the arguments open the window, and nullopt if they name a subcommand or ask for help, which
/// the command line handles.
std::optional<ApplicationOptions> window_options(int argc, const char* const* argv);

} // namespace limber::app
