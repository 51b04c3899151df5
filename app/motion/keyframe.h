#pragma once

#include "engine/rig/skeleton.h"
#include "engine/stepper/state.h"

#include <cstdint>

namespace limber::app {

/// The playback position of the clips.
struct Playhead {
    int clip = -1;           // index into the character's clips
    double clip_time = 0.0;  // [s]
    bool jumps = false;      // the rig's change in the next step is no velocity
    double blend_time = 0.0; // [s] since the clip before was left
    Pose left_pose;          // of that clip; empty: nothing is blended
};

/// The state of a motion between two steps: all that the next step depends on besides its controls. A motion that is
/// restored from a keyframe and stepped with the same controls gives the same bits as the original.
struct Keyframe {
    State state;
    Playhead playhead;
    std::uint64_t step_count = 0; // since the motion was at rest; does not affect the motion
};

} // namespace limber::app
