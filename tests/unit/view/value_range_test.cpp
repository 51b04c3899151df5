// SPDX-License-Identifier: MIT
#include "app/view/value_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace limber::app {
namespace {

constexpr double frame_seconds = 1.0 / 60.0;

TEST(ValueRange, AFewLargeValuesDoNotDecideItsTop) {
    std::vector<float> values(1000, 0.2F);
    values[17] = 40.0F;
    values[503] = 90.0F;
    EXPECT_FLOAT_EQ(robust_top(values), 0.2F);
    std::fill_n(values.begin(), 20, 40.0F); // two in a hundred do
    EXPECT_FLOAT_EQ(robust_top(values), 40.0F);
    std::vector<float> few{1.0F, 3.0F, 2.0F};
    EXPECT_FLOAT_EQ(robust_top(few), 3.0F);
    std::vector<float> none;
    EXPECT_FLOAT_EQ(robust_top(none), 0.0F);
}

TEST(ValueRange, GrowsAtOnceToARoundEnd) {
    ValueRange range;
    range.follow(0.004F, frame_seconds);
    EXPECT_FLOAT_EQ(range.end(), 0.005F);
    range.follow(0.013F, frame_seconds);
    EXPECT_FLOAT_EQ(range.end(), 0.02F);
}

TEST(ValueRange, ShrinksTwoSecondsAfterTheLastLargerValue) {
    ValueRange range;
    range.follow(45.0F, frame_seconds);
    EXPECT_FLOAT_EQ(range.end(), 50.0F);
    double t = 0.0;
    for (; t < 1.7; t += frame_seconds) {
        range.follow(0.04F, frame_seconds);
        ASSERT_FLOAT_EQ(range.end(), 50.0F) << t;
    }
    for (; t < 2.1; t += frame_seconds) {
        range.follow(0.04F, frame_seconds);
    }
    EXPECT_FLOAT_EQ(range.end(), 0.05F) << "however much larger it was";
    range.reset();
    range.follow(0.4F, frame_seconds);
    EXPECT_FLOAT_EQ(range.end(), 0.5F);
}

// As of a body that swings once a second.
TEST(ValueRange, StaysWhereValuesComeAgain) {
    ValueRange range;
    for (int i = 0; i < 600; ++i) {
        range.follow(i % 60 == 0 ? 45.0F : 0.04F, frame_seconds);
        ASSERT_FLOAT_EQ(range.end(), 50.0F) << i;
    }
}

TEST(ValueRange, DoesNotFlickerAroundAnEnd) {
    ValueRange range;
    range.follow(1.01F, frame_seconds);
    for (int i = 0; i < 6000; ++i) {
        range.follow(i % 2 == 0 ? 0.97F : 1.01F, frame_seconds);
        ASSERT_FLOAT_EQ(range.end(), 2.0F) << i;
    }
    ValueRange above;
    above.follow(0.9F, frame_seconds); // fits, though not with a margin
    for (int i = 0; i < 6000; ++i) {
        above.follow(0.9F, frame_seconds);
        ASSERT_FLOAT_EQ(above.end(), 1.0F) << i;
    }
}

} // namespace
} // namespace limber::app
