// SPDX-License-Identifier: MIT
#include "app/motion/loop_seam.h"

#include "app/character/playing_clip.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// The state where the loop started, a part of a step ago. The rig is that of the later state, so that only the
// secondary motion differs between passes.
State state_at_start(const Motion& motion, const LiveControls& controls, double in) {
    State state = motion.state();
    state.Z -= (motion.clip_time() - in) / controls.clip_speed * state.Zdot;
    return state;
}

} // namespace

double distance_between(const Character& character, const State& a, const State& b) {
    const double size = bounding_box(character.mesh.X).diagonal();
    const Points apart = positions(character, a) - positions(character, b);
    return apart.rowwise().norm().maxCoeff() / size;
}

double clip_seam(const Motion& motion, const LiveControls& controls) {
    const Character& character = motion.character();
    const double length = playing_length(character, controls);
    if (!(length > 0.0) || (is_whole(controls.playback, length) && is_periodic(character, controls))) {
        return 0.0;
    }
    const ClipRange range = range_of(controls.playback, length);
    State start = motion.state();
    start.Z.setZero();
    State end = start;
    start.P = motion.rig_at(controls, range.in);
    end.P = motion.rig_at(controls, range.out);
    return distance_between(character, end, start);
}

void LoopSeam::note(const Motion& motion, const LiveControls& controls) {
    const double length = playing_length(motion.character(), controls);
    const double before = std::exchange(last_time_, motion.clip_time());
    if (!controls.is_enabled || !does_loop(motion.character(), controls) || !(length > 0.0) ||
        !(controls.clip_speed > 0.0)) {
        start_.reset();
        seam_.reset();
        return;
    }
    if (motion.clip_time() >= before) {
        return;
    }
    State start = state_at_start(motion, controls, range_of(controls.playback, length).in);
    if (start_) {
        State earlier = std::move(*start_);
        earlier.P = start.P;
        seam_ = std::max(distance_between(motion.character(), start, earlier), clip_seam(motion, controls));
    }
    start_ = std::move(start);
}

} // namespace limber::app
