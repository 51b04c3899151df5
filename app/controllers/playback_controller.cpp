// SPDX-License-Identifier: MIT
#include "app/controllers/playback_controller.h"

#include <algorithm>

namespace limber::app {

Commands PlaybackController::act(Action action, const TimelineSpan& timeline, double speed) {
    switch (action) {
    case Action::play_or_pause:
        return {SetPlaying{!is_playing_}};
    case Action::single_step:
        is_playing_ = false;
        return {StepSimulation{}};
    case Action::replay:
        is_playing_ = true;
        return {ReplayTimeline{}};
    case Action::step_back:
        return {RewindSimulation{asked_.one_back(timeline)}};
    case Action::reset:
        return {RestartSimulation{}};
    case Action::slower:
    case Action::faster:
        return {set_speed(std::clamp(speed * (action == Action::slower ? 0.8 : 1.25), 0.05, 2.0))};
    default:
        return {};
    }
}

Commands PlaybackController::act(Action action, const SessionState& state) {
    return act(action, state.shown.selected.timeline, state.editor.document().speed);
}

Commands PlaybackController::carry_out(const SetPlaying& command, const SessionState&) {
    is_playing_ = command.playing;
    return {};
}

Commands PlaybackController::carry_out(const RewindSimulation& command, const SessionState&) {
    rewind(command.place);
    return {};
}

void PlaybackController::rewind(std::uint64_t place) {
    is_playing_ = false;
    asked_.ask(place);
}

Commands PlaybackController::send_speed(double speed) {
    if (speed == sent_speed_) {
        return {};
    }
    sent_speed_ = speed;
    return {SetSimulationSpeed{speed}};
}

void PlaybackController::update(const Snapshot& newest) {
    const std::uint64_t ended = newest.timeline.replays_ended;
    if (ended != replays_ended_) {
        replays_ended_ = ended;
        is_playing_ = newest.playing;
    }
}

void PlaybackController::plot(const std::vector<StepSample>& samples, bool is_shown) {
    if (waits_for_scene_) {
        waits_for_scene_ = !is_shown;
        plots_ = {};
        return;
    }
    for (const StepSample& sample : samples) {
        plots_.step_microseconds.add(sample.microseconds);
        plots_.elastic_energy.add(sample.elastic_energy);
        plots_.kinetic_energy.add(sample.kinetic_energy);
    }
}

EditDocument set_speed(double speed, bool is_dragged) {
    return {[speed](Document& document) { document.speed = speed; }, "Change playback speed", is_dragged};
}

Commands PlaybackController::snapshots_arrived(const SessionState& state) {
    update(state.shown.selected);
    return rig_jumps_.update(state.shown.all, state.editor.scene());
}

void PlaybackController::add_to(UiState& ui, const SessionState& state) const {
    ui.playback.is_playing = is_playing_;
    ui.playback.speed = state.editor.document().speed;
    ui.playback.place = place(state.shown.selected.timeline);
    ui.playback.plots = &plots_;
}

} // namespace limber::app
