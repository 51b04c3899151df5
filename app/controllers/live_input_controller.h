// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/live_input/live_input.h"
#include "engine/core/json_fwd.h"

#include <memory>

/// Lets a tracker of a performer drive a character while it is simulated. The document stays as it is.
namespace limber::app {

class LiveInputController {
public:
    Commands carry_out(const ListenToTracker& command, const SessionState& state);
    Commands carry_out(const StopListening& command, const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);
    /// Once a frame: stops when the driven character was removed.
    Commands update(const SessionState& state);
    void add_to(UiState& ui, const SessionState& state) const;
    void report(Json& report, const SessionState& state) const;
    void stop() {
        input_.reset();
    }

private:
    Commands end();
    void count_bones(const Skeleton& skeleton, LiveInputUi& shown) const;

    std::shared_ptr<const LiveInput> input_; // null: off
    int character_ = 0;                      // the driven one
};

} // namespace limber::app
