// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/live_comparison.h"
#include "app/motion/live_drive.h"
#include "app/motion/scene_frames.h"
#include "app/simulation/simulated_character.h"
#include "app/simulation/timeline.h"

#include <cstdint>
#include <future>
#include <memory>
#include <variant>
#include <vector>

/// Requests to the simulation (simulation.h), as values that are sent to its thread.
namespace limber::app {

/// Sets the characters of the scene. Characters that were present continue; new ones start at rest.
struct SceneRequest {
    std::vector<SimulatedInstance> instances;
};
struct ControlsRequest {
    int id = 0;
    LiveControls controls;
};
struct PlayRequest {
    bool play = true;
};
struct StepRequest {};
/// Ends the warm-up: the characters that were warming up are at rest.
struct SkipWarmUpRequest {};
struct TimeRequest {
    double later = 0.0; // after each clip's start [s]; 0: a restart
};
/// Moves to the nearest place that the timeline holds.
struct RewindRequest {
    std::uint64_t place = 0;
};
/// Plays the timeline from the stored state that is shown, or from the oldest one if the last one is shown.
struct ReplayRequest {};
/// Replaces the timeline and moves to its oldest stored state.
struct TimelineRequest {
    std::shared_ptr<const Timeline> timeline; // not empty
};
struct SpeedRequest {
    double speed = 1.0;
};
struct RecordRequest {};
struct ExcerptRequest {};
/// Sets the motion of the segment that is shown, up to what is shown.
struct FramesRequest {
    std::shared_ptr<std::promise<SceneFrames>> frames;
};
/// From the next step on, the steps of a character lead the comparison.
struct CompareRequest {
    int id = 0;
    std::shared_ptr<LiveComparison> comparison; // null: none
};
/// From the next step on, the controls of a character are changed before each step; an empty drive: no longer.
struct DriveRequest {
    int id = 0;
    LiveDrive drive;
};
/// The rigid body that carries a character is given these velocities before the next step. A repeated throw returns all
/// characters to where the last throw that was not repeated was made, or to their start if none was: it has the same
/// bits.
struct ThrowRequest {
    int id = 0;
    RigidThrow thrown;
    bool is_repeated = false;
};
using SimulationRequest =
    std::variant<SceneRequest, ControlsRequest, PlayRequest, StepRequest, SkipWarmUpRequest, TimeRequest, RewindRequest,
                 ReplayRequest, TimelineRequest, SpeedRequest, RecordRequest, ExcerptRequest, FramesRequest,
                 CompareRequest, DriveRequest, ThrowRequest>;

} // namespace limber::app
