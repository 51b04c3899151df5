// SPDX-License-Identifier: MIT
#include "app/motion/activation_limits.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::app {
namespace {

TEST(ActivationLimits, AreThoseOfExamplePosesAlone) {
    Musculature musculature;
    musculature.names = {"Cage 1", "Cage 2", "lean", "crouch"};
    const std::vector<ExamplePose> poses{{.name = "lean"}, {.name = "crouch"}};
    EXPECT_EQ(activation_limits(musculature, poses).low.size(), 0);
    musculature.examples = {0, 1};
    musculature.example_strains = Eigen::Vector2d(0.3, 0.2);
    const ActivationLimits limits = activation_limits(musculature, poses);
    ASSERT_EQ(limits.low.size(), 4);
    ASSERT_EQ(limits.high.size(), 4);
    for (Index v = 0; v < 2; ++v) {
        EXPECT_TRUE(std::isinf(limits.low(v)) && limits.low(v) < 0.0);
        EXPECT_TRUE(std::isinf(limits.high(v)) && limits.high(v) > 0.0);
        EXPECT_EQ(limits.low(2 + v), 0.0);
    }
    EXPECT_EQ(limits.high(2), 0.3);
    EXPECT_EQ(limits.high(3), 0.2);
    EXPECT_EQ(limits.groups.share.cols(), 0);
}

// The second example has no muscle, and the group "arm" a single one.
TEST(ActivationLimits, BindTheExamplesOfAGroup) {
    Musculature musculature;
    musculature.names = {"Cage 1", "a", "b", "c", "d"};
    musculature.examples = {0, 2, 3, 4};
    musculature.example_strains = Eigen::Vector4d(0.5, 0.25, 0.2, 0.4);
    const std::vector<ExamplePose> poses{{.name = "a", .group = "leg"},
                                         {.name = "none", .group = "leg"},
                                         {.name = "b", .group = "arm"},
                                         {.name = "c", .group = "leg"},
                                         {.name = "d"}};
    const GroupBounds groups = activation_limits(musculature, poses).groups;
    ASSERT_EQ(groups.share.rows(), 5);
    ASSERT_EQ(groups.share.cols(), 1);
    const Vector expected = (Vector(5) << 0.0, 2.0, 0.0, 5.0, 0.0).finished();
    EXPECT_EQ(groups.share.col(0), expected);
}

} // namespace
} // namespace limber::app
