#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"

/// What of the scene is shown, and how.
namespace limber::app {

class ViewController {
public:
    static Commands act(Action action, const SessionState& state);
};

} // namespace limber::app
