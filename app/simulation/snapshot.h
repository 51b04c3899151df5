// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/motion.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Copies of the simulation's state, so that readers never wait for a step.
namespace limber::app {

/// The rest of the motion before a swap of models. It fades out so that the skin does not jump:
/// u = B Z(t) + share (B_before Z_before - B Z_first).
struct Fade {
    CharacterPtr before;  // null: nothing fades
    AffineStack Z_before; // of `before`, at the swap
    AffineStack Z_first;  // of the new character, at the swap
    double share = 0.0;   // from 1 at the swap down to 0
};

/// The range of the timeline (timeline.h), seen from the current place.
struct TimelineSpan {
    std::uint64_t first = 0;   // place of the oldest stored state
    std::uint64_t last = 0;    // of the newest
    std::uint64_t place = 0;   // of the stored state that is shown
    bool is_beside = false;    // the state differs from that stored state: reset or scene change, and no step since
    double seconds = 0.0;      // that were simulated from the first place to the last
    double seconds_back = 0.0; // from this place to the last
    std::uint64_t motion_steps = 0;    // up to this place, since the last reset or change of the characters
    double motion_seconds = 0.0;       // that these steps last
    double removed_seconds = 0.0;      // [s] of the same motion before these steps, which are no longer stored
    std::uint64_t rewinds_applied = 0; // since the program started
    std::uint64_t replays_ended = 0;   // since then, at the end of the timeline
};

/// A spring as it was in the last step.
struct ShownSpring {
    int id = 0;
    double rest_length = 0.0; // [m]
};

/// The state of one character. Time, playback and timeline are the same for all characters.
struct Snapshot {
    int id = 0;             // of the character
    CharacterPtr character; // null: no character
    State state;
    Vector activation;               // one per muscle
    Pose pose;                       // the bones' world matrices
    std::optional<Affine> placement; // of the rig, by the rigid body that carries it; none: no such body
    Fade fade;
    std::vector<ShownSpring> springs;           // that acted
    std::optional<ShownBehaviour> behaviour;    // what the body does by itself; none: nothing
    std::optional<LoadSwitches> load_switches;  // none: it has one subspace
    std::shared_ptr<const Obstacles> obstacles; // their moved positions; null: as in the character
    StepReport report;
    std::optional<double> seam;    // where the clip starts again (motion/loop_seam.h); none: not measured yet
    bool is_enabled = true;        // false: is not drawn
    double dynamics = 1.0;         // share of the secondary motion that is drawn
    int clip = -1;                 // index into the character's clips, of the one that plays; -1: the rest pose
    double clip_time = 0.0;        // [s]
    std::uint64_t step_count = 0;  // since the last restart
    std::uint64_t rig_jumps = 0;   // that were found since the character was built
    std::optional<double> warm_up; // the share of the warm-up that is over; none: it is not warming up
    bool playing = false;
    double speed_reached = 0.0; // simulated seconds per wall second, recently; 0: not measured yet
    TimelineSpan timeline;
};

/// A step of all characters. Its wall time may be less than this if several threads take it.
struct StepSample {
    double microseconds = 0.0;
    double elastic_energy = 0.0; // [J]
    double kinetic_energy = 0.0; // [J]
    int iterations = 0;          // maximum over the characters
    StepStatus status = StepStatus::converged;
};

} // namespace limber::app
