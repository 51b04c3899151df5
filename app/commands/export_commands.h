// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/motion/scene_frames.h"

#include <filesystem>
#include <future>
#include <memory>

namespace limber::app {

/// Writes the motion up to what is shown for other tools, in the format of the path's extension. A message follows.
struct ExportMotion {
    std::filesystem::path path;
    int joints = 0; // of a .glb: a skin with at most so many joints a character, approximate; 0: morph targets
};

struct StopExport {};

/// Requests the motion from the simulation, which sets it when it is between two steps.
struct RequestFrames {
    std::shared_ptr<std::promise<SceneFrames>> frames;
};

using ExportCommands = CommandList<ExportMotion, StopExport, RequestFrames>;

} // namespace limber::app
