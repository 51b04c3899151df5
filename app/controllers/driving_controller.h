// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/gait_driver.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/interaction/sketch.h"
#include "app/motion/fall_detector.h"
#include "engine/core/json_fwd.h"

#include <optional>
#include <string>
#include <vector>

/// Drives the selected character by keys and stick, plays its gait, and reports falls.
namespace limber::app {

class DrivingController {
public:
    /// Uses the driving input and leaves the other events.
    Commands take(std::vector<InputEvent>& events, const SessionState& state);
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const ReleaseGaitKeys& command, const SessionState& state);
    Commands carry_out(const FadeToGait& command, const SessionState& state);
    Commands carry_out(const ShowChosenGait& command, const SessionState& state);
    /// Shows the target and the gait of the restored document.
    static Commands carry_out(const FollowDocument& command, const SessionState& state);
    /// Reports a fall of the selected character.
    Commands snapshots_arrived(const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    /// Sets the muscles of an instance before its controls are sent to the simulation.
    void control(const CharacterInstance& instance, LiveControls& controls, const SessionState& state);
    void scene_sent() {
        gaits_.end_fade_request();
    }
    void add_to(Activity& activity) const {
        activity.is_steered = gaits_.command().role != GaitRole::none;
    }
    void add_to(UiState& ui, const SessionState& state) const;
    /// Labels characters that are compared with the names of their gaits.
    void draw(Sketch& sketch, const SessionState& state) const;
    /// Describes the driving keys; empty if no gait can be driven.
    static std::string key_hint(const SessionState& state);

private:
    /// The current muscle controls of an instance.
    const MuscleControls& muscles_of(const CharacterInstance& instance, const SessionState& state);
    /// The current gait of the selected character: its own, or the one that keys ask for.
    Gait playing(const SessionState& state) const;
    /// The gait of the library that an instance visibly plays; null: a gait outside of the library, or none.
    const NamedGait* gait_of(const CharacterInstance& instance, const SessionState& state) const;
    /// The name of the instance's current gait, as a label.
    std::string label_of(const CharacterInstance& instance, const SessionState& state) const;
    bool is_driven(const CharacterInstance& instance, const SessionState& state) const;

    GaitDriver gaits_;
    FallDetector falls_;
};

} // namespace limber::app
