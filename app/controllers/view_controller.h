#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"

/// Selects what the view shows of the scene.
namespace limber::app {

class ViewController {
public:
    static Commands act(Action action, const SessionState& state);
};

} // namespace limber::app
