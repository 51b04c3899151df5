// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "engine/core/json_fwd.h"

#include <array>
#include <string>
#include <vector>

/// The keys 1 to 9 play the movements of the selected character's springs while they are held.
namespace limber::app {

class MovementsController {
public:
    /// Uses the keys of movements that there are, and leaves the other events.
    Commands take(std::vector<InputEvent>& events, const SessionState& state);
    /// Says which keys there are.
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);
    /// The movements of the selected character whose keys are held play.
    void control(const CharacterInstance& instance, LiveControls& controls, const SessionState& state) const;
    /// Describes the keys; empty without movements.
    static std::string key_hint(const SessionState& state);
    /// Adds the movements to the state report, those with a held key as playing.
    void report(Json& report, const SessionState& state) const;

private:
    std::array<bool, movements_max> held_{};
};

} // namespace limber::app
