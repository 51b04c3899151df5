#pragma once

namespace limber::app {

/// Starts again from rest, where the clips start.
struct RestartSimulation {};

struct SetPlaying {
    bool playing = true;
};

} // namespace limber::app
