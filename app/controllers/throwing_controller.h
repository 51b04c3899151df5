// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/interaction/throw_tool.h"
#include "engine/core/json_fwd.h"

#include <optional>

/// Throws balls that rigid bodies carry, and counts the bodies that have fallen over. The simulation applies the throws
/// (SceneSimulation).
namespace limber::app {

class ThrowingController {
public:
    Commands carry_out(const ThrowBody& command, const SessionState& state);
    Commands carry_out(const ThrowAgain& command, const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);
    Tools tools() {
        return {&tool_};
    }
    void draw(Sketch& sketch, const SessionState& state) const;
    void add_to(UiState& ui, const SessionState& state) const;
    void report(Json& report, const SessionState& state) const;

private:
    ThrowTool tool_;
    std::optional<ThrowBody> last_; // in this scene
};

} // namespace limber::app
