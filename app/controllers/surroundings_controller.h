#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "engine/core/json.h"

/// Moves and removes obstacles, and chooses contact points again after changes that need it.
namespace limber::app {

class SurroundingsController {
public:
    static Commands carry_out(const MoveObstacle& command, const SessionState& state);
    static Commands carry_out(const RemoveObstacle& command, const SessionState& state);
    /// Call it before the scene is sent to the simulation.
    static Commands before_sending(const SessionState& state);
    /// Adds the feature's values to the state report.
    static void report(Json::Object& report, const SessionState& state);
};

} // namespace limber::app
