// SPDX-License-Identifier: MIT
#include "app/motion/fall_detector.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

// The number of reported falls for a body with this lean between two times [s].
int falls_after(FallDetector& watch, double from, double to, double upright, int who = 1) {
    int count = 0;
    for (int i = 0; from + 0.01 * i < to; ++i) {
        const double time = from + 0.01 * i;
        count += watch.is_due(who, time) && watch.has_fallen(who, time, upright);
    }
    return count;
}

TEST(FallDetection, ReportsAFallOnceAfterADelay) {
    FallDetector watch;
    EXPECT_EQ(falls_after(watch, 0.0, 5.0, 0.9), 0);
    EXPECT_EQ(falls_after(watch, 5.0, 6.0, 0.1), 0) << "the ball may be rolling";
    EXPECT_EQ(falls_after(watch, 6.0, 20.0, 0.1), 1);
    EXPECT_EQ(falls_after(watch, 20.0, 21.0, 0.9), 0);
    EXPECT_EQ(falls_after(watch, 21.0, 30.0, -1.0), 1) << "a second fall";
}

TEST(FallDetection, ResetsOnRestartAndOnAnotherCharacter) {
    FallDetector watch;
    EXPECT_EQ(falls_after(watch, 0.0, 9.0, 0.0), 1);
    EXPECT_EQ(falls_after(watch, 0.0, 1.4, 0.0), 0);
    EXPECT_EQ(falls_after(watch, 1.4, 2.0, 0.0), 1);
    EXPECT_EQ(falls_after(watch, 2.0, 4.0, 0.0, 2), 1);
}

} // namespace
} // namespace limber::app
