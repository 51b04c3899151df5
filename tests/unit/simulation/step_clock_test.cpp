// SPDX-License-Identifier: MIT
#include "app/simulation/step_clock.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

constexpr double step = 1.0 / 60.0; // [s]

/// A clock that is watched at times of the test's choice.
class WatchedClock : public ::testing::Test {
protected:
    WatchedClock() {
        clock.start_watching();
        start = clock.simulated_to();
    }
    void count(int steps) {
        for (int i = 0; i < steps; ++i) {
            clock.count_step();
        }
    }
    void watch_at(double seconds) {
        clock.watch(start +
                        std::chrono::duration_cast<StepClock::Clock::duration>(std::chrono::duration<double>(seconds)),
                    step);
    }

    StepClock clock;
    StepClock::Clock::time_point start;
};

TEST_F(WatchedClock, MeasuresStepsThatTakeLong) {
    watch_at(0.6);
    EXPECT_EQ(clock.speed_reached(), 0.0) << "not measured yet";
    count(1);
    watch_at(2.0);
    EXPECT_NEAR(clock.speed_reached(), step / 2.0, 1e-9);
    watch_at(2.6);
    EXPECT_NEAR(clock.speed_reached(), step / 2.0, 1e-9) << "no step yet, which may be as fast";
    watch_at(7.0);
    EXPECT_NEAR(clock.speed_reached(), step / 5.0, 1e-9) << "no step yet, which is slower at any rate";
    count(1);
    watch_at(8.0);
    EXPECT_NEAR(clock.speed_reached(), step / 6.0, 1e-9);
}

TEST_F(WatchedClock, IsNeverFasterThanItIsSet) {
    count(31);
    watch_at(0.51);
    EXPECT_EQ(clock.speed_reached(), 1.0);
    clock.set_speed(0.5);
    count(16);
    watch_at(1.02);
    EXPECT_EQ(clock.speed_reached(), 0.5);
}

TEST_F(WatchedClock, MeasuresAnewAfterAPause) {
    count(10);
    watch_at(0.6);
    EXPECT_GT(clock.speed_reached(), 0.0);
    clock.start_watching();
    EXPECT_EQ(clock.speed_reached(), 0.0);
}

} // namespace
} // namespace limber::app
