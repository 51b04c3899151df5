// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/jobs/background_queue.h"
#include "app/scenes/rig_fitting.h"

#include <chrono>
#include <filesystem>
#include <optional>

/// Attaches, replaces and detaches rigs. A rig is read in the background first, so that the edit of the document takes
/// those clips out that it cannot play, and nothing if the rig is another body's.
namespace limber::app {

class RigController {
public:
    Commands carry_out(const AttachRig& command, const SessionState& state);
    Commands carry_out(const DetachRig& command, const SessionState& state);
    Commands carry_out(const CancelBuild& command, const SessionState& state);

    /// Once a frame: applies what was read.
    Commands update(const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    void add_to(UiState& ui, const SessionState& state) const;
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return reads_.wait_for(timeout);
    }

private:
    struct Attaching {
        int model = 0;
        CharacterPtr built;
        ModelDescription wanted; // with the new rig, and all clips
    };
    Commands read(int model, const std::filesystem::path& rig, const SessionState& state);
    Commands attach(const Attaching& attaching, const RigFit& fit) const;
    void stop_reading();

    std::optional<Attaching> attaching_; // while its rig is read
    mutable BackgroundQueue<RigFit> reads_;
};

} // namespace limber::app
