#pragma once

#include "app/commands/command.h"
#include "app/controllers/plots.h"
#include "app/controllers/session_state.h"
#include "app/interaction/asked_place.h"
#include "app/interaction/shortcuts.h"
#include "app/simulation/snapshot.h"
#include "engine/core/json.h"

#include <cstdint>
#include <vector>

/// Plays, steps, rewinds and replays the simulation, and collects what its plots show.
namespace limber::app {

class PlaybackController {
public:
    explicit PlaybackController(bool is_playing = true) : is_playing_(is_playing) {}

    bool is_playing() const {
        return is_playing_;
    }
    /// The simulation plays or is paused from now on: by a command, or because it stopped by itself.
    void set_playing(bool playing) {
        is_playing_ = playing;
    }

    /// `speed`: the document's, simulated seconds per second. Ignores actions of other features.
    Commands act(Action action, const TimelineSpan& timeline, double speed);
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const SetPlaying& command, const SessionState& state);
    Commands carry_out(const RewindSimulation& command, const SessionState& state);
    /// The simulation was asked to show that place of the timeline and to pause.
    void rewind(std::uint64_t place);
    /// The document's speed, where the simulation does not have it yet.
    Commands send_speed(double speed);
    /// Follows a replay that ended, which pauses the simulation. Called with each new snapshot.
    void update(const Snapshot& newest);
    /// The place of the timeline that was asked for last, or that is shown.
    std::uint64_t place(const TimelineSpan& timeline) const {
        return asked_.place(timeline);
    }

    /// Adds what tests read of this feature.
    void report(Json::Object& report, const SessionState& state) const;
    const Plots& plots() const {
        return plots_;
    }
    /// A scene was opened. The plots stay empty until the simulation shows it.
    void clear_plots() {
        waits_for_scene_ = true;
    }
    void plot_frame(double milliseconds) {
        plots_.frame_milliseconds.add(milliseconds);
    }
    /// `is_shown`: the simulation shows the scene that is open; steps before are those of another scene.
    void plot(const std::vector<StepSample>& samples, bool is_shown);

private:
    bool is_playing_;
    AskedPlace asked_;
    std::uint64_t replays_ended_ = 0; // as of the newest snapshot
    double sent_speed_ = 1.0;
    Plots plots_;
    bool waits_for_scene_ = false;
};

/// Sets the document's speed.
EditDocument set_speed(double speed);

} // namespace limber::app
