#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"

/// Moves and removes obstacles, and chooses contact points again where a change needs it.
namespace limber::app {

class SurroundingsController {
public:
    static Commands carry_out(const MoveObstacle& command, const SessionState& state);
    static Commands carry_out(const RemoveObstacle& command, const SessionState& state);
    /// Before the scene is sent to the simulation.
    static Commands before_sending(const SessionState& state);
};

} // namespace limber::app
