// SPDX-License-Identifier: MIT
#include "app/panels/curves_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace limber::app {
namespace {

using Curves = std::vector<std::vector<float>>;

TEST(AxisOfCurves, HoldsAllCurves) {
    for (const Curves& curves : {Curves{{0.0F, 0.3F}, {1.0F, 0.7F}}, Curves{{1e-5F, 2e-4F}, {0.5F, 3.0F}},
                                 Curves{{-4.0F, 1.0F}, {0.001F}}, Curves{{5.0F}}}) {
        const CurvesAxis axis = axis_of_curves(curves);
        for (const std::vector<float>& values : curves) {
            for (const float value : values) {
                EXPECT_LE(value, axis.high);
                EXPECT_TRUE(value >= axis.low || axis.is_logarithmic);
            }
        }
    }
}

TEST(AxisOfCurves, IsLogarithmicWhenTheCurvesDifferWidely) {
    EXPECT_TRUE(axis_of_curves({{1.0F, 0.9F}, {0.2F, 0.1F}, {5.0F}}).is_logarithmic) << "a factor of 25";
    EXPECT_FALSE(axis_of_curves({{1.0F, 0.9F}, {0.2F, 0.1F}}).is_logarithmic);
    EXPECT_FALSE(axis_of_curves({{100.0F, 0.1F}}).is_logarithmic) << "one curve alone";
    EXPECT_FALSE(axis_of_curves({{100.0F}, {0.0F, 0.0F}}).is_logarithmic) << "a body at rest";
    EXPECT_FALSE(axis_of_curves({{100.0F}, {0.1F, -0.1F}}).is_logarithmic) << "a logarithm has no negative values";
}

TEST(AxisOfCurves, ShowsTheTopsOfAllCurvesApartFromTheEnds) {
    const CurvesAxis axis = axis_of_curves({{200.0F}, {0.03F}});
    ASSERT_TRUE(axis.is_logarithmic);
    EXPECT_FLOAT_EQ(axis.high, 1000.0F);
    EXPECT_FLOAT_EQ(axis.low, 0.001F);
    EXPECT_GT(axis.share_of(0.03F), 0.1F);
    EXPECT_LT(axis.share_of(0.03F), axis.share_of(200.0F));
    EXPECT_LT(axis.share_of(200.0F), 1.0F);
}

TEST(AxisOfCurves, LeavesOutSingleSteps) {
    std::vector<float> values(500, 1.0F);
    values[17] = 1e6F;
    EXPECT_FLOAT_EQ(axis_of_curves({values, {0.5F}}).high, 1.0F);
}

TEST(AxisOfCurves, EndsAreSharesOfTheHeight) {
    for (const CurvesAxis& axis : {CurvesAxis{}, CurvesAxis{-2.0F, 5.0F, false}, CurvesAxis{0.01F, 100.0F, true}}) {
        EXPECT_FLOAT_EQ(axis.share_of(axis.low), 0.0F);
        EXPECT_FLOAT_EQ(axis.share_of(axis.high), 1.0F);
        EXPECT_FLOAT_EQ(axis.share_of(2.0F * axis.high), 1.0F);
        EXPECT_FLOAT_EQ(axis.share_of(std::numeric_limits<float>::quiet_NaN()), 0.0F);
        float before = -1.0F;
        for (float share = 0.0F; share < 1.0F; share += 0.1F) {
            const float now = axis.share_of(axis.low + share * (axis.high - axis.low));
            EXPECT_GT(now, before);
            before = now;
        }
    }
}

TEST(AxisOfCurves, HasARangeWithoutValues) {
    for (const Curves& curves : {Curves{}, Curves{{}}, Curves{{0.0F}}, Curves{{std::nanf("")}}}) {
        const CurvesAxis axis = axis_of_curves(curves);
        EXPECT_LT(axis.low, axis.high);
    }
}

TEST(ProgressPlot, IsLabelledWhereItsCurveIsLow) {
    EXPECT_TRUE(is_labelled_at_right({{3.0F, 2.0F, 0.5F}, 0, 3})) << "it begins at the top";
    EXPECT_FALSE(is_labelled_at_right({{0.0F, 2.0F, 3.0F}, 0, 3}));
    EXPECT_FALSE(is_labelled_at_right({}));
}

} // namespace
} // namespace limber::app
