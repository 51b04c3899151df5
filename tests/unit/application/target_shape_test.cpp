// SPDX-License-Identifier: MIT
#include "app/application/target_shape.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

MuscleControls holding(double held) {
    MuscleControls controls;
    controls.held = {0.0, held};
    controls.gait.waveforms = {{}, {{0.5, 1.0, 0.0}}};
    return controls;
}

TEST(TargetShape, FollowsUndoAndRedo) {
    const TargetShown shown{1, 1.0};
    EXPECT_EQ(target_after(shown, holding(1.0), holding(0.4)), (TargetShown{1, 0.4}));
    EXPECT_EQ(target_after(shown, holding(1.0), holding(0.0)), TargetShown{}) << "no handle pulls";
    EXPECT_EQ(target_after(shown, holding(1.0), holding(1.0)), shown) << "another edit was undone";
    MuscleControls calmer = holding(0.0);
    calmer.gait.waveforms[1].front().amplitude = 0.3;
    EXPECT_EQ(target_after({1, 0.5}, holding(0.0), calmer), (TargetShown{1, 0.3}));
    EXPECT_EQ(target_after({}, holding(1.0), holding(0.4)), TargetShown{}) << "nothing was shown";
}

} // namespace
} // namespace limber::app
