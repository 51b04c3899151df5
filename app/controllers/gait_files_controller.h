// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/jobs/background_queue.h"
#include "engine/actuation/gait_file.h"

#include <chrono>
#include <filesystem>

/// Reads and writes gait files.
namespace limber::app {

class GaitFilesController {
public:
    static Commands carry_out(const SaveGait& command, const SessionState& state);
    /// Reads the file in the background; `update` adds the gait.
    Commands carry_out(const AddGait& command, const SessionState& state);
    /// A gait that is being read belonged to a character of the scene before.
    Commands scene_opened(const SceneOpened&, const SessionState&) {
        reads_.cancel();
        return {};
    }
    /// Call it once a frame.
    Commands update(const SessionState& state);
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return reads_.wait_for(timeout);
    }

private:
    struct ReadFile {
        std::filesystem::path path;
        int target = 0; // id of the character
        Repaired<Gait> gait;
    };
    BackgroundQueue<ReadFile> reads_;
};

} // namespace limber::app
