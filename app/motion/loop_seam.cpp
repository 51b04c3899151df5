// SPDX-License-Identifier: MIT
#include "app/motion/loop_seam.h"

#include "app/character/playing_clip.h"
#include "engine/body/body_step.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace limber::app {
namespace {

constexpr double visible_jump = 0.01; // of the body's size
constexpr double unusual_step = 3.0;  // of the steps before the blend

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

void LoopSteps::add(const Character& character, const State& frame) {
    if (last_) {
        // A clip that jumps to its start does so in the step that passes its end, which is the first one of the loop.
        const bool is_at_seam = count_ == 1 || count_ + blended_ >= frames_;
        double& largest = is_at_seam ? at_seam_ : usual_;
        largest = std::max(largest, distance_between(character, *last_, frame));
    }
    last_ = frame;
    ++count_;
}

double LoopSteps::jump() const {
    const bool has_others = blended_ + 2 < frames_;
    return has_others && at_seam_ > visible_jump && at_seam_ > unusual_step * usual_ ? at_seam_ : 0.0;
}

std::string loop_jump_sentence(double jump) {
    std::array<char, 32> percent{};
    std::snprintf(percent.data(), percent.size(), "%.2g %%", 100.0 * jump);
    return std::string("the loop jumps by ") + percent.data() +
           " of the size where it starts again: the clip ends too far from its start to be blended, or its cross-fade "
           "is too short";
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
