// SPDX-License-Identifier: MIT
#include "app/character/playing_clip.h"
#include "app/controllers/playback_controller.h"
#include "engine/core/json.h"

// The feature's values in the state report.
namespace limber::app {

void PlaybackController::report(Json& report, const SessionState& state) const {
    report.emplace("playing", is_playing_);
    report.emplace("frame_ms", static_cast<double>(plots_.frame_milliseconds.median()));
    report.emplace("step_us", static_cast<double>(plots_.step_microseconds.median()));
    report.emplace("steps_plotted", static_cast<std::int64_t>(plots_.step_microseconds.values.size()));
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    const TimelineSpan& timeline = selected.timeline;
    report.emplace("moving", selected.playing);
    report.emplace("steps", static_cast<std::int64_t>(selected.step_count));
    report.emplace("time", selected.state.time);
    report.emplace("clip_time", selected.clip_time);
    const CharacterControls& controls = state.editor.controls();
    const ClipRange range = range_of(controls.playback, playing_length(*selected.character, controls));
    report.emplace("clip_range", Json::array_t{range.in, range.out});
    report.emplace("loops", does_loop(*selected.character, controls));
    Json::array_t keys;
    for (const PoseKey& key : controls.keys.all()) {
        keys.emplace_back(key.time);
    }
    report.emplace("keys", std::move(keys));
    report.emplace("warm_up", selected.warm_up.value_or(1.0));
    report.emplace("seam", selected.seam.value_or(-1.0));
    report.emplace("place", static_cast<std::int64_t>(timeline.place));
    report.emplace("past",
                   Json::array_t{static_cast<std::int64_t>(timeline.first), static_cast<std::int64_t>(timeline.last)});
}

} // namespace limber::app
