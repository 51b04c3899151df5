#pragma once

#include "engine/rig/skeleton.h"
#include "engine/stepper/state.h"

#include <cstdint>

namespace limber::app {

/// Where the clips stand.
struct Playhead {
    int clip = -1;           // index into the character's clips
    double clip_time = 0.0;  // [s]
    bool jumps = false;      // the rig's change in the next step is no velocity
    double blend_time = 0.0; // [s] since the clip before was left
    Pose left_pose;          // of that clip; empty: nothing is blended
};

/// Where a motion stands between two steps: all that the next one depends on besides its controls. A motion that goes
/// to a moment and is stepped with the same controls has the same bits as the one that the moment was taken from.
struct Keyframe {
    State state;
    Playhead playhead;
    std::uint64_t step_count = 0; // since the motion was at rest; decides nothing
};

} // namespace limber::app
