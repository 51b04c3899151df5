// SPDX-License-Identifier: MIT
#include "app/controllers/scene_simulation.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

bool are_same_characters(const std::vector<SimulatedInstance>& a, const std::vector<SimulatedInstance>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const SimulatedInstance& x, const SimulatedInstance& y) {
            return x.id == y.id && x.character == y.character && x.warm_up == y.warm_up && x.rigid == y.rigid;
        });
}

} // namespace

Commands SceneSimulation::carry_out(const RestartSimulation&, const SessionState&) {
    thread_.restart();
    return {};
}

Commands SceneSimulation::carry_out(const SkipWarmUp&, const SessionState&) {
    thread_.skip_warm_up();
    return {};
}

Commands SceneSimulation::carry_out(const SetPlaying& command, const SessionState&) {
    command.playing ? thread_.play() : thread_.pause();
    return {};
}

Commands SceneSimulation::carry_out(const StepSimulation&, const SessionState&) {
    thread_.step_once();
    return {};
}

Commands SceneSimulation::carry_out(const RewindSimulation& command, const SessionState&) {
    thread_.rewind(command.place);
    return {};
}

Commands SceneSimulation::carry_out(const ReplayTimeline&, const SessionState&) {
    thread_.replay();
    return {};
}

Commands SceneSimulation::carry_out(const SetClipTime& command, const SessionState& state) {
    if (const CharacterInstance* instance = state.editor.instance()) {
        thread_.set_time(command.time - instance->clip_start);
    }
    return {};
}

Commands SceneSimulation::carry_out(const SetSimulationSpeed& command, const SessionState&) {
    thread_.set_speed(command.speed);
    return {};
}

Commands SceneSimulation::carry_out(const RequestRecording&, const SessionState&) {
    thread_.excerpt();
    return {};
}

Commands SceneSimulation::carry_out(const RequestFrames& command, const SessionState&) {
    thread_.copy_frames(command.frames);
    return {};
}

Commands SceneSimulation::carry_out(const LeadComparison& command, const SessionState&) {
    thread_.compare(command.id, command.comparison);
    return {};
}

Commands SceneSimulation::carry_out(const DriveCharacter& command, const SessionState&) {
    thread_.drive(command.id, command.drive);
    return {};
}

Commands SceneSimulation::carry_out(const ThrowBody& command, const SessionState&) {
    thread_.throw_body(command.id, command.thrown, command.is_repeated);
    return {};
}

void SceneSimulation::send(std::vector<SimulatedInstance> instances) {
    if (!are_same_characters(instances, sent_)) {
        thread_.set_scene(instances);
    } else {
        for (std::size_t i = 0; i < instances.size(); ++i) {
            if (instances[i].controls != sent_[i].controls) {
                thread_.set_controls(instances[i].id, instances[i].controls);
            }
        }
    }
    sent_ = std::move(instances);
}

void SceneSimulation::add_to(UiState& ui, const SessionState& state) const {
    const auto sent = std::ranges::find(sent_, state.editor.selected(), &SimulatedInstance::id);
    static const LiveControls none;
    ui.selected.simulated_controls = sent == sent_.end() ? &none : &sent->controls;
}

} // namespace limber::app
