// SPDX-License-Identifier: MIT
#include "app/motion/scene_frames.h"

#include <cmath>
#include <utility>

namespace limber::app {

namespace {

constexpr double same_place = 1e-6; // of a step

} // namespace

State interpolated(const State& from, const State& to, double share) {
    State between = share < 0.5 ? from : to;
    between.Z = (1.0 - share) * from.Z + share * to.Z;
    between.P = (1.0 - share) * from.P + share * to.P;
    between.time = std::lerp(from.time, to.time, share);
    return between;
}

State state_in_step(const State& before, const State& after, bool rig_discontinuity, double share) {
    if (!rig_discontinuity) {
        return interpolated(before, after, share);
    }
    State nearer = share < 0.5 ? before : after;
    nearer.time = std::lerp(before.time, after.time, share);
    return nearer;
}

StepPlace step_place(double steps) {
    const double nearest = std::round(steps);
    if (std::abs(steps - nearest) < same_place) {
        return {static_cast<std::size_t>(nearest), 0.0};
    }
    return {static_cast<std::size_t>(std::floor(steps)), steps - std::floor(steps)};
}

std::shared_ptr<const SceneFrame> frame_at(const SceneFrames& motion, const StepPlace& place) {
    EXPECTS(place.step < motion.frames.size() && (place.share == 0.0 || place.step + 1 < motion.frames.size()));
    if (place.share == 0.0) {
        return motion.frames[place.step];
    }
    const SceneFrame& before = *motion.frames[place.step];
    const SceneFrame& after = *motion.frames[place.step + 1];
    SceneFrame between;
    for (std::size_t c = 0; c < after.states.size(); ++c) {
        const bool jump = after.rig_discontinuities[c];
        between.states.push_back(state_in_step(before.states[c], after.states[c], jump, place.share));
        between.rig_discontinuities.push_back(jump);
    }
    return std::make_shared<const SceneFrame>(std::move(between));
}

} // namespace limber::app
