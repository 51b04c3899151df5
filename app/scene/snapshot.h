#pragma once

#include "app/scene/motion.h"
#include "app/scene/motion_history.h"

#include <cstdint>
#include <vector>

/// What the simulation shows of itself: copies, so that nobody waits for a step.
namespace limber::app {

/// What is left of the motion before a swap of models, fading out so that nothing jumps:
/// u = B Z(t) + share (B_before Z_before - B Z_first).
struct Fade {
    CharacterPtr before;  // null: nothing fades
    AffineStack Z_before; // of `before`, at the swap
    AffineStack Z_first;  // of the new character, at the swap
    double share = 0.0;   // from 1 at the swap down to 0
};

/// Of one actor. What is said of time, of playing and of the past is the same for all of them.
struct Snapshot {
    int actor = 0;          // its id
    CharacterPtr character; // null: nobody is there
    State state;
    Pose pose; // the bones' world matrices
    Fade fade;
    StepReport report;
    double clip_time = 0.0;       // [s]
    std::uint64_t step_count = 0; // since the last restart
    bool playing = false;
    double speed_reached = 0.0; // simulated seconds a wall second, lately
    HistorySpan past;           // to which it can be rewound
};

/// A step of all actors, which may take less time than this where several threads take it.
struct StepSample {
    double microseconds = 0.0;
    double elastic_energy = 0.0; // [J]
    double kinetic_energy = 0.0; // [J]
    int iterations = 0;          // the most that one of them took
    StepStatus status = StepStatus::converged;
};

/// What one actor did, written down.
struct ActorRecording {
    int actor = 0; // its id
    CharacterPtr character;
    Recording recording;
};

/// The seconds up to now, written down: all actors, the same steps.
struct Excerpt {
    std::vector<ActorRecording> actors;
    bool failed = false; // the numbers of its last step were not finite
};

} // namespace limber::app
