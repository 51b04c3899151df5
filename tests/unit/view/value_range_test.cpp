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

TEST(ValueRange, ShrinksWithinSecondsAndStepByStep) {
    ValueRange range;
    range.follow(45.0F, frame_seconds);
    EXPECT_FLOAT_EQ(range.end(), 50.0F);
    for (double t = 0.0; t < 5.0; t += frame_seconds) {
        range.follow(4.0F, frame_seconds);
        EXPECT_FLOAT_EQ(range.end(), 50.0F) << t;
    }
    std::vector<float> ends;
    for (double t = 5.0; t < 40.0; t += frame_seconds) {
        range.follow(4.0F, frame_seconds);
        if (ends.empty() || ends.back() != range.end()) {
            ends.push_back(range.end());
        }
    }
    EXPECT_EQ(ends, (std::vector<float>{50.0F, 20.0F, 10.0F, 5.0F}));
    range.reset();
    range.follow(0.4F, frame_seconds);
    EXPECT_FLOAT_EQ(range.end(), 0.5F);
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
