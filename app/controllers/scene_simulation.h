// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/simulation/simulation_thread.h"

#include <memory>
#include <optional>
#include <vector>

/// The simulation of the open scene, as a service: sends changes to it, and carries out playback commands.
namespace limber::app {

class SceneSimulation {
public:
    Commands carry_out(const RestartSimulation& command, const SessionState& state);
    Commands carry_out(const SkipWarmUp& command, const SessionState& state);
    Commands carry_out(const SetPlaying& command, const SessionState& state);
    Commands carry_out(const StepSimulation& command, const SessionState& state);
    Commands carry_out(const RewindSimulation& command, const SessionState& state);
    Commands carry_out(const ReplayTimeline& command, const SessionState& state);
    Commands carry_out(const SetClipTime& command, const SessionState& state);
    Commands carry_out(const SetSimulationSpeed& command, const SessionState& state);
    Commands carry_out(const RequestRecording& command, const SessionState& state);
    Commands carry_out(const RequestFrames& command, const SessionState& state);
    Commands carry_out(const LeadComparison& command, const SessionState& state);
    Commands carry_out(const DriveCharacter& command, const SessionState& state);
    Commands carry_out(const ThrowBody& command, const SessionState& state);

    /// Sends the whole scene if characters or models differ from those sent before, and otherwise the changed controls.
    void send(std::vector<SimulatedInstance> instances);
    void add_to(UiState& ui, const SessionState& state) const;

    SimulationThread& thread() {
        return thread_;
    }

private:
    SimulationThread thread_;
    std::vector<SimulatedInstance> sent_;
};

} // namespace limber::app
