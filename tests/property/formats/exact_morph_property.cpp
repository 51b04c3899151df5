// SPDX-License-Identifier: MIT
#include "engine/formats/exact_morph.h"
#include "tests/unit/formats/linear_strip.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

using testing::linear_strip;
using testing::weights_along;

TEST(ExactMorphLaws, HasAsManyTargetsAsCoordinatesWhateverTheClip) {
    for (const int frames : {30, 60, 200}) {
        const BakedSurface surface = linear_strip("strip", 60, frames, 6);
        const ExactMorph morph = exact_morph(surface.linear);
        EXPECT_EQ(morph.targets.size(), 54U) << "of 72, without those along y, as the strip is flat";
        const MorphFit fit = exact_fit(morph, surface);
        EXPECT_LE(fit.error, 1e-6 * extent(surface)) << frames;
        EXPECT_GE(fit.weights.minCoeff(), 0.0F);
        EXPECT_LE(fit.weights.maxCoeff(), 1.0F);
    }
}

TEST(ExactMorphLaws, MovesOnlyTheVerticesOfABone) {
    const BakedSurface surface = linear_strip("strip", 60, 40, 6);
    const ExactMorph morph = exact_morph(surface.linear);
    const MorphFit fit = exact_fit(morph, surface);
    const Matrix W = weights_along(surface.rest, 6);
    for (std::size_t k = 0; k < fit.targets.size(); ++k) {
        ASSERT_EQ(morph.targets[k].size(), 1U);
        const Index bone = morph.targets[k].front().column / 4;
        for (Index i = 0; i < W.rows(); ++i) {
            EXPECT_TRUE(W(i, bone) != 0.0 || fit.targets[k].row(i).isZero(0.0F));
        }
    }
}

// As a coordinate of a linear subspace does, which moves along all three axes.
TEST(ExactMorphLaws, HasOneTargetForCoordinatesThatChangeAlike) {
    BakedSurface surface = linear_strip("strip", 20, 30, 2);
    for (AffineStack& P : surface.linear.P) {
        P.rightCols<2>().setZero();
        P.bottomRows<7>().setZero();
        P(1, 1) = -3.0 * P(0, 0) + 1.0;
        P(0, 2) = 2.0 * P(0, 0);
        P(0, 1) = 5.0 + 0.25 * P(0, 0);
    }
    surface.frames.clear();
    for (const AffineStack& P : surface.linear.P) {
        surface.frames.push_back((surface.linear.J * P).cast<float>());
    }
    const ExactMorph morph = exact_morph(surface.linear);
    ASSERT_EQ(morph.targets.size(), 1U) << "the second column is zero on a flat strip";
    EXPECT_EQ(morph.targets.front().size(), 3U);
    EXPECT_LE(exact_fit(morph, surface).error, 1e-6 * extent(surface));
}

TEST(ExactMorphLaws, HasNoTargetsAtRest) {
    BakedSurface surface = linear_strip("strip", 20, 30, 3);
    std::ranges::fill(surface.linear.P, surface.linear.P.front());
    std::ranges::fill(surface.frames, surface.frames.front());
    const ExactMorph morph = exact_morph(surface.linear);
    EXPECT_TRUE(morph.targets.empty());
    EXPECT_LE(exact_fit(morph, surface).error, 1e-6 * extent(surface));
}

TEST(ExactMorphLaws, KnowsItsSizeBeforeItIsMade) {
    for (const Index columns : {Index{40}, Index{400}}) {
        const BakedSurface surface = linear_strip("strip", columns, 30, 8);
        const ExactMorph morph = exact_morph(surface.linear);
        EXPECT_EQ(bytes_of(morph, surface.linear.J), bytes_of(exact_fit(morph, surface)));
    }
}

TEST(ExactMorphLaws, LeavesOutTheNormalsOfVerticesThatATargetDoesNotMove) {
    const BakedSurface surface = linear_strip("strip", 60, 8, 6); // fewer frames than targets of a vertex
    const MorphFit fit = exact_fit(exact_morph(surface.linear), surface);
    std::vector<FloatPoints> normals;
    for (const FloatPoints& frame : surface.frames) {
        normals.push_back(vertex_normals(surface, frame));
    }
    const auto fitted = fit_directions(normals, fit);
    ASSERT_TRUE(fitted);
    const auto& [base, targets] = fitted.value();
    for (std::size_t k = 0; k < fit.targets.size(); ++k) {
        for (Index i = 0; i < base.rows(); ++i) {
            EXPECT_TRUE(!fit.targets[k].row(i).isZero(0.0F) || targets[k].row(i).isZero(0.0F));
        }
    }
    double worst = 1.0; // cosine
    for (std::size_t f = 0; f < normals.size(); ++f) {
        FloatPoints shown = base;
        for (std::size_t k = 0; k < targets.size(); ++k) {
            shown += fit.weights(static_cast<Index>(k), static_cast<Index>(f)) * targets[k];
        }
        shown.rowwise().normalize();
        worst = std::min(worst, static_cast<double>(shown.cwiseProduct(normals[f]).rowwise().sum().minCoeff()));
    }
    EXPECT_GT(worst, std::cos(6.0 * 3.14159265358979 / 180.0));
}

} // namespace
} // namespace limber
