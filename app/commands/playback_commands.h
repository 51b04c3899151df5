#pragma once

#include <cstdint>
#include <filesystem>

namespace limber::app {

/// Starts again from rest, where the clips start.
struct RestartSimulation {};

struct SetPlaying {
    bool playing = true;
};

/// Takes one step and pauses.
struct StepSimulation {};

/// Shows the moment at that place of the timeline and pauses.
struct RewindSimulation {
    std::uint64_t place = 0;
};

/// Plays the timeline again, from the moment that is shown, or from the oldest one.
struct ReplayTimeline {};

/// Restarts from rest in the pose that the clip has at this time [s].
struct SetClipTime {
    double time = 0.0;
};

/// Asks the simulation for a recording of the timeline up to now.
struct CutRecording {};

/// Writes the recording whose place was asked for.
struct SaveRecording {
    std::filesystem::path path;
};

/// Simulated seconds per second; > 0.
struct SetSimulationSpeed {
    double speed = 1.0;
};

} // namespace limber::app
