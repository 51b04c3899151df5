// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/comparison/mode_errors.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_options.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/jobs/background_queue.h"
#include "engine/core/json_fwd.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

/// Measures in the background how many modes the selected character needs for what it does now.
namespace limber::app {

class ModeErrorsController {
public:
    explicit ModeErrorsController(const SessionOptions& options) : cache_(options.cache) {}

    Commands carry_out(const MeasureModeErrors& command, const SessionState& state);
    Commands carry_out(const StopMeasuringModes& command, const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);
    Commands update(const SessionState& state);

    void add_to(UiState& ui, const SessionState& state) const;
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;

    void stop() {
        queue_.cancel();
    }
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return queue_.wait_for(timeout);
    }

private:
    /// What the errors depend on, but for the number of modes.
    struct Subject {
        int instance = 0;
        CharacterDescription description; // whose look and number of modes are those of the defaults
        CharacterControls controls;
        double clip_start = 0.0; // [s]
        bool operator==(const Subject&) const = default;
    };
    /// Of one kind of subspace.
    struct Measured {
        Subject subject;
        Index vertices = 0;
        std::optional<ModeErrors> errors = {};
        bool is_outdated = false; // the document has another subject of this kind now
    };
    static Subject subject_of(const SessionState& state);
    void compare_with(const SessionState& state);
    /// Of the kind that the selected character has; null: none yet.
    const Measured* shown() const;

    std::optional<Cache> cache_;
    std::map<SubspaceKind, Measured> measured_;
    SubspaceKind measured_now_ = {};      // by the queue, while it is busy
    SubspaceKind shown_ = {};             // of the selected character
    std::uint64_t compared_revision_ = 0; // of the document that was last compared with the subjects
    mutable BackgroundQueue<ModeErrors> queue_{{.error = {"the errors could not be measured", "use a coarser mesh"},
                                                .niceness = 5,
                                                .least_growth = 2.0 * share_of_preparation}}; // of the steps alone
};

} // namespace limber::app
