// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"

/// Selects what the view shows of the scene.
namespace limber::app {

class ViewController {
public:
    static Commands act(Action action, const SessionState& state);
    /// Each scene starts with its secondary motion shown.
    static Commands scene_opened(const SceneOpened& scene, const SessionState& state);
};

} // namespace limber::app
