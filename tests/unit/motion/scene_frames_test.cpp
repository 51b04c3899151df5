// SPDX-License-Identifier: MIT
#include "app/motion/scene_frames.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

State state_of(double value, double time) {
    State state;
    state.Z = AffineStack::Constant(2, 3, value);
    state.P = AffineStack::Constant(4, 3, 10.0 * value);
    state.time = time;
    return state;
}

/// Two characters that move evenly; the rig of the first jumps in the second step.
SceneFrames motion_with_a_cut() {
    SceneFrames motion;
    for (int step = 0; step < 3; ++step) {
        const State state = state_of(step, 0.1 * step);
        motion.frames.push_back(std::make_shared<const SceneFrame>(SceneFrame{{state, state}, {step == 2, false}}));
        motion.times.push_back(state.time);
    }
    return motion;
}

TEST(SceneFrames, BetweenTwoStepsAreInterpolated) {
    const auto frame = frame_at(motion_with_a_cut(), {0, 0.25});
    for (const State& state : frame->states) {
        EXPECT_TRUE(state.Z.isConstant(0.25));
        EXPECT_TRUE(state.P.isConstant(2.5));
        EXPECT_NEAR(state.time, 0.025, 1e-15);
    }
}

TEST(SceneFrames, InAStepInWhichTheRigJumpsAreTheNearerState) {
    const SceneFrames motion = motion_with_a_cut();
    for (const double share : {0.1, 0.4, 0.6, 0.9}) {
        const auto frame = frame_at(motion, {1, share});
        EXPECT_TRUE(frame->states[0].Z.isConstant(share < 0.5 ? 1.0 : 2.0)) << share;
        EXPECT_TRUE(frame->states[0].P.isConstant(share < 0.5 ? 10.0 : 20.0)) << share;
        EXPECT_NEAR(frame->states[0].time, 0.1 + 0.1 * share, 1e-15);
        EXPECT_TRUE(frame->states[1].P.isConstant(10.0 + 10.0 * share)) << "the other character does not jump";
    }
}

TEST(SceneFrames, AtAStepAreShared) {
    const SceneFrames motion = motion_with_a_cut();
    EXPECT_EQ(frame_at(motion, {2, 0.0}), motion.frames[2]);
}

} // namespace
} // namespace limber::app
