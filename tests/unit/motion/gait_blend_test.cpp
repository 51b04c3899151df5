// SPDX-License-Identifier: MIT
#include "app/motion/gait_blend.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::app {
namespace {

double activation(const Gait& gait, double time, Index muscle) {
    Vector a(static_cast<Index>(gait.waveforms.size()));
    activate(gait, time, a);
    return a(muscle);
}

Gait walk(double period, double phase) {
    Gait gait;
    gait.limit = 5.0;
    gait.waveforms = {{{0.5, period, phase}}, {{0.4, period, phase + 0.25}, {0.1, 0.5 * period, 2.0 * phase}}};
    return gait;
}

TEST(BlendedGaits, UseOnePeriodAndTheMostSimilarPhase) {
    const Gait ahead = walk(0.52, 0.1);
    // The same gait, delayed and slower: after registration it is equal.
    const Gait both = blended(ahead, walk(0.65, 0.1 + 0.375));
    for (int i = 0; i < 100; ++i) {
        const double time = 0.03 * i;
        EXPECT_NEAR(activation(both, time, 0), 2.0 * activation(ahead, time, 0), 1e-9);
        EXPECT_NEAR(activation(both, time, 1), 2.0 * activation(ahead, time, 1), 1e-9);
    }
}

TEST(BlendedGaits, UseTheMusclesOfBothAndTheLargerLimit) {
    Gait ahead = walk(0.5, 0.0);
    Gait turning = walk(0.7, 0.3);
    turning.limit = 6.0;
    turning.waveforms.push_back({{0.2, 0.7, 0.0}});
    const Gait both = blended(ahead, turning);
    ASSERT_EQ(both.waveforms.size(), 3u);
    EXPECT_NEAR(both.waveforms[2][0].period, 0.5, 1e-12);
    EXPECT_EQ(both.limit, 6.0);
    EXPECT_FALSE(fault_in(both));
}

TEST(BlendedGaits, WithARestingGaitAreTheOtherGait) {
    const Gait ahead = walk(0.5, 0.2);
    EXPECT_EQ(blended(ahead, Gait{}).waveforms, ahead.waveforms);
}

} // namespace
} // namespace limber::app
