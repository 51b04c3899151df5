// SPDX-License-Identifier: MIT
#include "app/controllers/playback_controller.h"

// The feature's values in the state report.
namespace limber::app {

void PlaybackController::report(Json::Object& report, const SessionState& state) const {
    report.emplace_back("playing", is_playing_);
    report.emplace_back("frame_ms", static_cast<double>(plots_.frame_milliseconds.median()));
    report.emplace_back("step_us", static_cast<double>(plots_.step_microseconds.median()));
    report.emplace_back("steps_plotted", static_cast<std::int64_t>(plots_.step_microseconds.values.size()));
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    const TimelineSpan& timeline = selected.timeline;
    report.emplace_back("moving", selected.playing);
    report.emplace_back("steps", static_cast<std::int64_t>(selected.step_count));
    report.emplace_back("time", selected.state.time);
    report.emplace_back("clip_time", selected.clip_time);
    report.emplace_back("place", static_cast<std::int64_t>(timeline.place));
    report.emplace_back(
        "past", Json::Array{static_cast<std::int64_t>(timeline.first), static_cast<std::int64_t>(timeline.last)});
}

} // namespace limber::app
