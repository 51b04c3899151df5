// SPDX-License-Identifier: MIT
#include "app/character/clip_stride.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

CarriedClip sliding_clip() {
    CarriedClip clip;
    clip.stride = 0.8;
    clip.slide = {.stances = 3, .mean = 0.2, .mean_of_source = 0.01, .best_stride = 0.9, .mean_then = 0.05};
    return clip;
}

TEST(ClipStride, IsBestAsTheProductOfThePresentOneAndTheFactorOfTheWay) {
    EXPECT_DOUBLE_EQ(best_stride(sliding_clip()).value_or(0.0), 0.72);
    EXPECT_EQ(better_stride(sliding_clip()), best_stride(sliding_clip()));
}

TEST(ClipStride, HasNoBestWhereItHasNoEffectOrNoFootStands) {
    CarriedClip without_hips = sliding_clip();
    without_hips.has_hips = false;
    EXPECT_FALSE(best_stride(without_hips));
    EXPECT_FALSE(better_stride(without_hips));
    CarriedClip flying = sliding_clip();
    flying.slide.stances = 0;
    EXPECT_FALSE(has_standing_feet(flying));
    EXPECT_FALSE(best_stride(flying));
    EXPECT_FALSE(better_stride(flying));
}

// The slide is known for the factor before it is clamped only.
TEST(ClipStride, IsNotBetterAtTheEndOfItsRange) {
    CarriedClip clip = sliding_clip();
    clip.slide.best_stride = 10.0;
    EXPECT_EQ(best_stride(clip), stride_range.high);
    EXPECT_FALSE(better_stride(clip));
}

TEST(ClipStride, IsNotBetterWhereFeetHardlySlideLess) {
    CarriedClip clip = sliding_clip();
    clip.slide.mean_then = 0.19;
    EXPECT_TRUE(best_stride(clip));
    EXPECT_FALSE(better_stride(clip));
    clip.slide.mean_then = 0.05;
    clip.slide.best_stride = 1.0;
    EXPECT_FALSE(better_stride(clip));
}

} // namespace
} // namespace limber::app
