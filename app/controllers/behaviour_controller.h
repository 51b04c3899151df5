// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/behaviour_driver.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/interaction/sketch.h"
#include "engine/core/json_fwd.h"

#include <optional>
#include <string>
#include <vector>

/// Drives the behaviour of the selected character by keys and mouse, draws its goals, and reports when it has fallen.
namespace limber::app {

class BehaviourController {
public:
    /// Uses the driving input while the character has a behaviour, and leaves the other events.
    Commands take(std::vector<InputEvent>& events, const SessionState& state);
    /// Reports a fall of the selected character.
    Commands snapshots_arrived(const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    /// Sets the behaviour of an instance before its controls are sent to the simulation.
    void control(const CharacterInstance& instance, LiveControls& controls, const SessionState& state);
    void add_to(Activity& activity) const {
        activity.is_steered = activity.is_steered || driver_.command().role != GaitRole::none;
    }
    /// Draws the goals of all characters on the floor.
    static void draw(Sketch& sketch, const SessionState& state);
    /// Describes the driving keys; empty if no behaviour can be driven.
    static std::string key_hint(const SessionState& state);
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;

private:
    /// The point of the floor under the mouse; nullopt: none.
    std::optional<Vec3> pointed_at(const SessionState& state) const;
    /// Where the target of an instance is now; nullopt: where its controls say.
    std::optional<Vec3> moved_target(const CharacterInstance& instance, const SessionState& state) const;

    BehaviourDriver driver_;
    std::optional<Pixel> mouse_;
    std::string problem_; // that was shown last
    bool is_down_ = false;
};

} // namespace limber::app
