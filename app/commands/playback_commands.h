// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

#include <cstdint>
#include <filesystem>

namespace limber::app {

/// Restarts from rest at the start of the clips.
struct RestartSimulation {};

/// Ends the warm-up before the first frame; without it the characters start at rest.
struct SkipWarmUp {};

struct SetPlaying {
    bool playing = true;
};

/// Takes one step and pauses.
struct StepSimulation {};

/// Shows that place of the timeline and pauses.
struct RewindSimulation {
    std::uint64_t place = 0;
};

/// Replays the timeline from the shown place, or from its start.
struct ReplayTimeline {};

/// Restarts from rest in the pose that the clip has at this time [s].
struct SetClipTime {
    double time = 0.0;
};

/// Requests a recording of the timeline up to now from the simulation. A path is asked for when it is there.
struct RequestRecording {};

/// Writes the recording for which a path was requested.
struct SaveRecording {
    std::filesystem::path path;
};

/// Simulated seconds per second; > 0.
struct SetSimulationSpeed {
    double speed = 1.0;
};

using PlaybackCommands = CommandList<RestartSimulation, SkipWarmUp, SetPlaying, StepSimulation, RewindSimulation,
                                     ReplayTimeline, SetClipTime, SetSimulationSpeed, RequestRecording, SaveRecording>;

} // namespace limber::app
