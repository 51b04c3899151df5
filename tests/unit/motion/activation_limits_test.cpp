// SPDX-License-Identifier: MIT
#include "app/motion/activation_limits.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::app {
namespace {

TEST(ActivationLimits, AreThoseOfExamplePosesAlone) {
    Musculature musculature;
    musculature.names = {"Cage 1", "Cage 2", "lean", "crouch"};
    EXPECT_EQ(activation_limits(musculature).low.size(), 0);
    musculature.examples = {0, 1};
    musculature.example_strains = Eigen::Vector2d(0.3, 0.2);
    const ActivationLimits limits = activation_limits(musculature);
    ASSERT_EQ(limits.low.size(), 4);
    ASSERT_EQ(limits.high.size(), 4);
    for (Index v = 0; v < 2; ++v) {
        EXPECT_TRUE(std::isinf(limits.low(v)) && limits.low(v) < 0.0);
        EXPECT_TRUE(std::isinf(limits.high(v)) && limits.high(v) > 0.0);
        EXPECT_EQ(limits.low(2 + v), 0.0);
    }
    EXPECT_EQ(limits.high(2), 0.3);
    EXPECT_EQ(limits.high(3), 0.2);
}

} // namespace
} // namespace limber::app
