// SPDX-License-Identifier: MIT
#include "engine/core/time_left.h"

#include <gtest/gtest.h>

#include <vector>

namespace limber {
namespace {

// The displayed time left for these progress reports.
double seconds_left(TimeLeft& time_left, const std::string& phase, double fraction, double seconds) {
    return time_left.estimated({phase, fraction, seconds, -1.0}).seconds_left;
}

TEST(TimeLeft, IsUnknownInAPhaseThatReportsOnlyItsStart) {
    TimeLeft time_left;
    seconds_left(time_left, "mesh", 0.0, 0.0);
    seconds_left(time_left, "mesh", 0.1, 1.5);
    for (double now = 2.0; now < 60.0; now += 0.25) {
        EXPECT_LT(seconds_left(time_left, "factorisation", 0.2, now), 0.0) << "after " << now << " s";
    }
}

TEST(TimeLeft, IsComputedFromThePhaseSpeed) {
    TimeLeft time_left;
    seconds_left(time_left, "mesh", 0.0, 0.0);
    seconds_left(time_left, "modes", 0.2, 10.0);
    EXPECT_DOUBLE_EQ(seconds_left(time_left, "modes", 0.4, 14.0), 12.0);
}

TEST(TimeLeft, CountsDownBetweenTwoReports) {
    TimeLeft time_left;
    seconds_left(time_left, "modes", 0.2, 10.0);
    seconds_left(time_left, "modes", 0.4, 14.0);
    EXPECT_DOUBLE_EQ(seconds_left(time_left, "modes", 0.4, 19.0), 7.0);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.4, 27.0), time_left_used_up);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.6, 28.0), time_left_used_up) << "a new estimate would be a later end";
    EXPECT_EQ(seconds_left(time_left, "clusters", 0.7, 29.0), time_left_used_up);
}

TEST(TimeLeft, DoesNotGrowInAPhaseThatSlowsDown) {
    TimeLeft time_left;
    double before = 1e9;
    int known = 0;
    for (double now = 0.0; now < 100.0; now += 0.1) {
        const double left = seconds_left(time_left, "modes", now / (now + 30.0), now);
        if (left >= 0.0) {
            EXPECT_LE(left, before) << "after " << now << " s";
            before = left;
            ++known;
        }
    }
    EXPECT_GT(known, 100);
}

TEST(TimeLeft, NeedsSomeProgressOfAPhase) {
    TimeLeft time_left;
    seconds_left(time_left, "modes", 0.0, 0.0);
    EXPECT_LT(seconds_left(time_left, "modes", 0.01, 0.05), 0.0);
    EXPECT_LT(seconds_left(time_left, "modes", 0.03, 1.5), 0.0) << "a small share says little of the whole";
    EXPECT_GT(seconds_left(time_left, "modes", 0.2, 2.0), 0.0);
}

TEST(TimeLeft, IsKnownAfterFewOfManyEqualSteps) {
    constexpr double prepared = 0.005;
    const auto at_step = [&](int step) {
        return prepared + (1.0 - prepared) * step / 193.0;
    };
    TimeLeft time_left(0.01);
    EXPECT_LT(seconds_left(time_left, "factorising", 0.0, 0.0), 0.0);
    EXPECT_LT(seconds_left(time_left, "factorising", prepared, 20.0), 0.0) << "the preparation says nothing of steps";
    EXPECT_LT(seconds_left(time_left, "comparing", at_step(0), 20.0), 0.0);
    EXPECT_LT(seconds_left(time_left, "comparing", at_step(1), 23.0), 0.0);
    EXPECT_NEAR(seconds_left(time_left, "comparing", at_step(2), 26.0), 3.0 * 191.0, 1e-6);
    EXPECT_LT(seconds_left(time_left, "comparing", at_step(0), 0.0), 0.0) << "other work";
    EXPECT_LT(seconds_left(time_left, "comparing", at_step(1), 3.0), 0.0);
    EXPECT_NEAR(seconds_left(time_left, "comparing", at_step(2), 6.0), 3.0 * 191.0, 1e-6) << "as much is enough for it";
}

// The first phase is fast beside its share, the second one is a little slower.
TEST(TimeLeft, DoesNotGrowInTheNextPhase) {
    TimeLeft time_left;
    seconds_left(time_left, "mesh", 0.0, 0.0);
    EXPECT_DOUBLE_EQ(seconds_left(time_left, "mesh", 0.5, 2.0), 2.0);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.5, 2.0), time_left_unknown);
    EXPECT_DOUBLE_EQ(seconds_left(time_left, "modes", 0.7, 3.0), 1.0) << "by its own speed it would be 1.5 s";
    EXPECT_EQ(seconds_left(time_left, "modes", 0.8, 4.5), time_left_used_up);
}

TEST(TimeLeft, IsUsedUpAtOnceInAPhaseThatIsMuchSlower) {
    TimeLeft time_left;
    seconds_left(time_left, "mesh", 0.0, 0.0);
    EXPECT_DOUBLE_EQ(seconds_left(time_left, "mesh", 0.5, 2.0), 2.0);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.5, 2.5), time_left_unknown);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.6, 3.75), time_left_used_up)
        << "0.25 s of the estimate are left, and 5 s by its own speed";
    EXPECT_EQ(seconds_left(time_left, "modes", 0.99, 3.9), time_left_used_up) << "it stays so";
}

TEST(TimeLeft, DoesNotGrowWhenTheWorkGoesBack) {
    TimeLeft time_left;
    seconds_left(time_left, "modes", 0.2, 0.0);
    seconds_left(time_left, "modes", 0.9, 5.0);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.1, 5.5), time_left_unknown);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.5, 10.0), time_left_used_up);
}

TEST(TimeLeft, IsResetByOtherWork) {
    TimeLeft time_left;
    seconds_left(time_left, "modes", 0.2, 0.0);
    seconds_left(time_left, "modes", 0.9, 5.0);
    EXPECT_EQ(seconds_left(time_left, "modes", 0.0, 0.0), time_left_unknown);
    EXPECT_DOUBLE_EQ(seconds_left(time_left, "modes", 0.5, 10.0), 10.0);
}

} // namespace
} // namespace limber
