#pragma once

#include "app/commands/command.h"
#include "app/controllers/gait_controller.h"
#include "app/controllers/session_state.h"
#include "app/motion/fall_detector.h"
#include "engine/core/json.h"

#include <optional>
#include <string>
#include <vector>

/// Drives the selected character by keys and stick, plays its gait, and reports falls.
namespace limber::app {

class DrivingController {
public:
    /// Uses the driving input and returns the other events.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, const SessionState& state, Commands& commands);
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const ReleaseGaitKeys& command, const SessionState& state);
    Commands carry_out(const FadeToGait& command, const SessionState& state);
    Commands carry_out(const ShowChosenGait& command, const SessionState& state);
    /// Call it after each new snapshot.
    Commands report_fall(const SessionState& state, bool is_search_watched);
    /// Call it after another scene was opened.
    Commands scene_opened(const SessionState& state);

    /// Adds the feature's values to the state report.
    void report(Json::Object& report, const SessionState& state) const;
    /// The gait that a key or the stick asks for.
    DriveCommand command() const {
        return gaits_.command();
    }
    /// The current muscle controls of an instance.
    const MuscleControls& muscles_of(const CharacterInstance& instance, const SessionState& state);
    /// Call it after all instances have received their gaits.
    void end_fade_request() {
        gaits_.end_fade_request();
    }
    /// The current gait of the selected character: its own, or the one that keys ask for.
    Gait playing(const SessionState& state) const;
    /// The gait of the library that an instance visibly plays; null: a gait outside of the library, or none.
    const NamedGait* gait_of(const CharacterInstance& instance, const SessionState& state) const;
    /// The name of the instance's current gait, as a label.
    std::string label_of(const CharacterInstance& instance, const SessionState& state) const;
    /// Describes the driving keys; empty if no gait can be driven.
    static std::string hint(const SessionState& state);

private:
    bool is_driven(const CharacterInstance& instance, const SessionState& state) const;

    GaitController gaits_;
    FallDetector falls_;
};

} // namespace limber::app
