// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/interaction/obstacle_tool.h"
#include "engine/core/json_fwd.h"

/// Moves and removes obstacles, attaches them to bones, and chooses contact points again after changes that need it.
namespace limber::app {

class SurroundingsController {
public:
    static Commands carry_out(const MoveObstacle& command, const SessionState& state);
    static Commands carry_out(const RemoveObstacle& command, const SessionState& state);
    static Commands carry_out(const AttachObstacle& command, const SessionState& state);
    static Commands carry_out(const DetachObstacle& command, const SessionState& state);
    /// Once a frame: deselects an obstacle that no longer exists.
    static Commands update(const SessionState& state);
    Tools tools() {
        return {&tool_};
    }
    void draw(Sketch& sketch, const SessionState& state) const;
    /// Chooses contact points, if edits need it.
    static Commands before_sending(const SessionState& state);
    /// Adds the feature's values to the state report.
    static void report(Json& report, const SessionState& state);

private:
    ObstacleTool tool_;
};

} // namespace limber::app
