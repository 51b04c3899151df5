// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/plots.h"
#include "app/controllers/rig_jump_notices.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_options.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/interaction/asked_place.h"
#include "app/interaction/shortcuts.h"
#include "app/simulation/snapshot.h"
#include "engine/core/json_fwd.h"

#include <cstdint>
#include <vector>

/// Plays, steps, rewinds and replays the simulation, and collects what its plots show.
namespace limber::app {

class PlaybackController {
public:
    explicit PlaybackController(bool is_playing = true) : is_playing_(is_playing) {}
    explicit PlaybackController(const SessionOptions& options) : PlaybackController(options.is_playing) {}

    bool is_playing() const {
        return is_playing_;
    }
    /// Call it when the simulation plays or pauses, by a command or by itself.
    void set_playing(bool playing) {
        is_playing_ = playing;
    }

    /// `speed`: the document's, simulated seconds per second. Ignores actions of other features.
    Commands act(Action action, const TimelineSpan& timeline, double speed);
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const SetPlaying& command, const SessionState& state);
    Commands carry_out(const RewindSimulation& command, const SessionState& state);
    /// Call it after the simulation was requested to show that place of the timeline and to pause.
    void rewind(std::uint64_t place);
    /// Sends the document's speed if the simulation has another one.
    Commands send_speed(double speed);
    Commands before_sending(const SessionState& state) {
        return send_speed(state.editor.document().speed);
    }
    /// Notes that the simulation has paused at the end of a replay, and says where a rig has jumped.
    Commands snapshots_arrived(const SessionState& state);
    void update(const Snapshot& newest);
    /// The requested place of the timeline, or the shown one.
    std::uint64_t place(const TimelineSpan& timeline) const {
        return asked_.place(timeline);
    }

    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    const Plots& plots() const {
        return plots_;
    }
    /// Each scene plays when it is opened; the first one as the options say.
    Commands scene_opened(const SceneOpened&, const SessionState&) {
        is_playing_ = is_playing_ || has_opened_;
        has_opened_ = true;
        wait_for_scene();
        return {};
    }
    /// The plots stay empty until the simulation shows the scene.
    void wait_for_scene() {
        waits_for_scene_ = true;
    }
    void add_to(Activity& activity) const {
        activity.is_playing = is_playing_;
    }
    void add_to(UiState& ui, const SessionState& state) const;
    void plot_frame(double milliseconds) {
        plots_.frame_milliseconds.add(milliseconds);
    }
    /// `is_shown`: the simulation shows the open scene. Earlier samples belong to another scene.
    void plot(const std::vector<StepSample>& samples, bool is_shown);

private:
    bool is_playing_;
    AskedPlace asked_;
    std::uint64_t replays_ended_ = 0; // as of the newest snapshot
    RigJumpNotices rig_jumps_;
    double sent_speed_ = 1.0;
    Plots plots_;
    bool has_opened_ = false; // a scene
    bool waits_for_scene_ = false;
};

/// Sets the document's speed.
EditDocument set_speed(double speed, bool is_dragged = false);

} // namespace limber::app
