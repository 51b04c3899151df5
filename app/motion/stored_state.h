// SPDX-License-Identifier: MIT
#pragma once

#include "app/rigid_bodies/rigid_body.h"
#include "engine/rig/skeleton.h"
#include "engine/stepper/state.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace limber::app {

/// The playback position of the clips.
struct Playhead {
    int clip = -1;                    // index into the character's clips
    double clip_time = 0.0;           // [s]
    bool jumps = false;               // the rig's change in the next step adds no velocity
    double blend_time = 0.0;          // [s] since the change from the previous clip
    Pose left_pose;                   // last pose of the previous clip; empty: no blend
    std::vector<double> left_weights; // of the targets in that pose, one each
};

/// The state of a motion between two steps: everything that the next step depends on except its controls. A motion that
/// is restored from a stored state and stepped with the same controls gives the same bits as the original.
struct StoredState {
    State state;
    Playhead playhead;
    std::uint64_t step_count = 0;         // since the last restart; does not affect the motion
    std::vector<double> behaviour = {};   // memory of a BehaviourPlayer; empty: the body is passive, or plays a gait
    bool rig_discontinuity = false;       // in the step to this state; does not affect the motion
    std::optional<RigidState> rigid = {}; // of the rigid body that carries the character; none: no such body
    std::vector<double> switching = {};   // memory of a BodyStepper: the load that acts; empty: one subspace
    std::vector<double> springs = {};     // memory of a SpringMover; empty: all have the rest lengths of the controls
};

} // namespace limber::app
