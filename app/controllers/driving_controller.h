#pragma once

#include "app/commands/command.h"
#include "app/controllers/gait_controller.h"
#include "app/controllers/session_state.h"
#include "app/motion/fall_detector.h"
#include "engine/core/json.h"

#include <optional>
#include <string>
#include <vector>

/// Drives the selected character by keys and stick, plays its gait, and reports when it has fallen.
namespace limber::app {

class DrivingController {
public:
    /// Keeps the driving input and returns the rest.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, const SessionState& state, Commands& commands);
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const ReleaseGaitKeys& command, const SessionState& state);
    Commands carry_out(const FadeToGait& command, const SessionState& state);
    Commands carry_out(const ShowChosenGait& command, const SessionState& state);
    /// After each new snapshot.
    Commands report_fall(const SessionState& state, bool is_search_watched);
    /// Another scene is open.
    Commands scene_opened(const SessionState& state);

    /// Adds what tests read of this feature.
    void report(Json::Object& report, const SessionState& state) const;
    /// A key or the stick asks for a gait.
    DriveCommand command() const {
        return gaits_.command();
    }
    /// What the muscles of an instance are told now.
    const MuscleControls& muscles_of(const CharacterInstance& instance, const SessionState& state);
    /// All instances have received their gaits.
    void end_fade_request() {
        gaits_.end_fade_request();
    }
    /// What the selected character plays: its own gait, or the one that keys ask for.
    Gait playing(const SessionState& state) const;
    /// The gait of its library that an instance is seen to play; null: another one, or none.
    const NamedGait* gait_of(const CharacterInstance& instance, const SessionState& state) const;
    /// What the instance plays, as a label.
    std::string label_of(const CharacterInstance& instance, const SessionState& state) const;
    /// What the keys do; empty if there is nothing to drive with.
    static std::string hint(const SessionState& state);

private:
    bool is_driven(const CharacterInstance& instance, const SessionState& state) const;

    GaitController gaits_;
    FallDetector falls_;
};

} // namespace limber::app
