// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/jobs/background_queue.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Lists the joints of a clip that a rig refused for their names. The list is there until a character has the clip, or
/// the user leaves it out.
namespace limber::app {

class JointMatchingController {
public:
    /// Selects a character with the model, unless the selected one has it.
    Commands carry_out(const MatchJoints& command, const SessionState& state);
    Commands carry_out(const LeaveClipOut& command, const SessionState& state);
    Commands carry_out(const CancelBuild& command, const SessionState& state);

    /// Once a frame: takes the joints that were read, and ends the list of a clip that was added.
    Commands update(const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    void add_to(UiState& ui, const SessionState& state) const;
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return reads_.wait_for(timeout);
    }

private:
    struct Matching {
        int model = 0;
        std::filesystem::path clip;
        std::vector<std::string> joints; // empty: they are being read
    };
    void stop();

    std::optional<Matching> matching_;
    std::uint64_t number_ = 0; // of the matching, in the order in which they began
    mutable BackgroundQueue<std::vector<std::string>> reads_;
};

} // namespace limber::app
