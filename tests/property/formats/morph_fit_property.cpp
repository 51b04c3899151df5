// SPDX-License-Identifier: MIT
#include "engine/formats/morph_fit.h"
#include "tests/unit/formats/waving_sheet.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

using testing::waving_strip;

double read_farthest(const MorphFit& fit, const std::vector<FloatPoints>& frames) {
    double worst = 0.0;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        Points x = fit.base.cast<double>();
        for (std::size_t k = 0; k < fit.targets.size(); ++k) {
            x += static_cast<double>(fit.weights(static_cast<Index>(k), static_cast<Index>(f))) *
                 fit.targets[k].cast<double>();
        }
        worst = std::max(worst, (x - frames[f].cast<double>()).rowwise().norm().maxCoeff());
    }
    return worst;
}

TEST(MorphFitLaws, NeedsAsManyTargetsAsTheMotionHasDimensions) {
    for (const int rank : {0, 1, 2, 5, 9}) {
        const BakedSurface surface = waving_strip("strip", 40, 60, rank);
        const MorphFit fit = fit_morph_targets(surface);
        EXPECT_EQ(fit.targets.size(), static_cast<std::size_t>(rank));
        EXPECT_LE(fit.error, 1e-6 * extent(surface));
    }
}

TEST(MorphFitLaws, ReportsTheErrorThatAReaderFinds) {
    const BakedSurface surface = waving_strip("strip", 40, 50, 9);
    for (const double tolerance : {1e-6, 1e-3, 1e-2, 1e-1}) {
        const MorphFit fit = fit_morph_targets(surface, {tolerance, 512});
        EXPECT_LE(fit.error, tolerance * extent(surface));
        EXPECT_NEAR(fit.error, read_farthest(fit, surface.frames), 2e-7 * extent(surface));
    }
}

TEST(MorphFitLaws, TakesNoMoreTargetsThanItNeeds) {
    const BakedSurface surface = waving_strip("strip", 40, 50, 9);
    const MorphFit fit = fit_morph_targets(surface, {1e-3, 512});
    const MorphFit fewer = fit_morph_targets(surface, {1e-3, static_cast<Index>(fit.targets.size()) - 1});
    EXPECT_EQ(fewer.targets.size() + 1, fit.targets.size());
    EXPECT_GT(fewer.error, 1e-3 * extent(surface));
}

TEST(MorphFitLaws, KeepsWeightsFromZeroToOne) {
    const MorphFit fit = fit_morph_targets(waving_strip("strip", 20, 30, 4));
    EXPECT_EQ(fit.weights.minCoeff(), 0.0F);
    EXPECT_EQ(fit.weights.maxCoeff(), 1.0F);
}

// Frames of one coordinate each have the rank of their number.
TEST(MorphFitLaws, IsExactForFewerFramesThanDimensions) {
    const BakedSurface surface = waving_strip("strip", 60, 4, 20);
    const MorphFit fit = fit_morph_targets(surface);
    EXPECT_LE(fit.targets.size(), 4U);
    EXPECT_LE(fit.error, 1e-6 * extent(surface));
}

TEST(MorphFitLaws, DoesNotDependOnTheUnit) {
    const BakedSurface surface = waving_strip("strip", 40, 50, 9);
    for (const float unit : {1e-3F, 1e3F}) {
        BakedSurface scaled = surface;
        scaled.rest *= unit;
        for (FloatPoints& frame : scaled.frames) {
            frame *= unit;
        }
        const MorphFit fit = fit_morph_targets(scaled, {1e-2, 512});
        const MorphFit same = fit_morph_targets(surface, {1e-2, 512});
        EXPECT_EQ(fit.targets.size(), same.targets.size());
        EXPECT_NEAR(fit.error / static_cast<double>(unit), same.error, 1e-6 * extent(surface)); // rounding
    }
}

// Directions that are linear in the weights, whatever their lengths.
TEST(MorphFitLaws, HasTheDirectionsOfTheFrames) {
    const BakedSurface surface = waving_strip("strip", 40, 50, 3);
    const MorphFit fit = fit_morph_targets(surface);
    std::vector<FloatPoints> frames = surface.frames;
    for (FloatPoints& frame : frames) {
        frame.col(1).array() += 2.0F; // away from zero
    }
    const auto directions = fit_directions(frames, fit);
    ASSERT_TRUE(directions);
    const FittedDirections& fitted = directions.value();
    EXPECT_LT((fitted.base.rowwise().norm().array() - 1.0F).abs().maxCoeff(), 1e-5F);
    for (std::size_t f = 0; f < frames.size(); ++f) {
        FloatPoints shown = fitted.base;
        for (std::size_t k = 0; k < fitted.targets.size(); ++k) {
            shown += fit.weights(static_cast<Index>(k), static_cast<Index>(f)) * fitted.targets[k];
        }
        EXPECT_LT((shown.rowwise().normalized() - frames[f].rowwise().normalized()).cwiseAbs().maxCoeff(), 1e-4F);
    }
}

} // namespace
} // namespace limber
