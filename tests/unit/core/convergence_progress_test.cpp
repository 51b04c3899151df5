// SPDX-License-Identifier: MIT
#include "engine/core/convergence_progress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace limber {
namespace {

// The fraction at the end of each round, while the residual falls by this factor in each.
std::vector<double> fractions(double factor, int rounds) {
    Progress progress;
    ConvergenceProgress convergence(&progress, "solving", 1e-9);
    std::vector<double> found;
    double residual = 1.0;
    for (int round = 0; round < rounds; ++round) {
        EXPECT_TRUE(convergence.keep_going(0.5));
        convergence.end_round(residual *= factor);
        EXPECT_TRUE(convergence.keep_going(0.0));
        found.push_back(progress.latest().fraction);
    }
    return found;
}

TEST(ConvergenceProgress, IsTheShareOfTheRoundsThatAreNeeded) {
    for (const double factor : {0.1, 0.7, 0.9}) {
        const int needed = static_cast<int>(std::ceil(std::log(1e-9) / std::log(factor)));
        const std::vector<double> found = fractions(factor, needed);
        EXPECT_NEAR(found[static_cast<std::size_t>(needed / 2)], 0.5, 0.15) << factor;
        EXPECT_GT(found.back(), 0.8) << factor;
    }
}

TEST(ConvergenceProgress, RisesInEveryRoundHoweverManyThereAre) {
    const std::vector<double> found = fractions(0.97, 400);
    for (std::size_t i = 1; i < found.size(); ++i) {
        ASSERT_GT(found[i], found[i - 1]) << i;
        ASSERT_LT(found[i], 1.0) << i;
    }
}

TEST(ConvergenceProgress, RisesWithinARound) {
    Progress progress;
    ConvergenceProgress convergence(&progress, "solving", 1e-9);
    convergence.end_round(1e-3);
    double before = 0.0;
    for (const double share : {0.1, 0.4, 0.9}) {
        EXPECT_TRUE(convergence.keep_going(share));
        EXPECT_GT(progress.latest().fraction, before);
        before = progress.latest().fraction;
    }
    EXPECT_EQ(progress.latest().phase, "solving, round 2");
    convergence.end_round(1e-4);
    EXPECT_TRUE(convergence.keep_going(0.0));
    EXPECT_GE(progress.latest().fraction, before);
}

TEST(ConvergenceProgress, NeverFallsWhenAResidualRises) {
    Progress progress;
    ConvergenceProgress convergence(&progress, "solving", 1e-9);
    double before = 0.0;
    for (const double residual : {1.0, 1e-6, 1e-2, std::numeric_limits<double>::infinity(), 1e-7, 0.0}) {
        convergence.end_round(residual);
        EXPECT_TRUE(convergence.keep_going(0.0));
        EXPECT_GE(progress.latest().fraction, before);
        EXPECT_LT(progress.latest().fraction, 1.0);
        before = progress.latest().fraction;
    }
    progress.cancel();
    EXPECT_FALSE(convergence.keep_going(0.5));
}

} // namespace
} // namespace limber
