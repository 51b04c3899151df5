// SPDX-License-Identifier: MIT
#include "app/interaction/obstacle_picking.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

const Vec3 y_axis = Vec3::UnitY();

Obstacles some() {
    HeightField hills;
    hills.placement.col(3) = Vec3(0, 0, -4);
    hills.spacing = 0.5;
    hills.heights = Matrix::Constant(5, 5, 0.2);
    return {{Ball{Vec3(0, 1, 0), 0.5}},
            {Box{identity_affine(), Vec3(0.2, 0.2, 0.2)}},
            {HalfSpace{Vec3(0, -1, 0), y_axis}},
            {hills},
            {HalfSpace{Vec3(0, 0, -20), Vec3(0, 0.6, 0.8)}}};
}

TEST(ObstaclePicking, FindsTheFirstObstacleOnTheRay) {
    const auto at = first_obstacle({Vec3(0, 1, 5), Vec3(0, 0, -1)}, some(), y_axis, 50.0);
    ASSERT_TRUE(at);
    EXPECT_EQ(at->obstacle, 0);
    EXPECT_NEAR(at->distance, 4.5, 0.02);
    const auto block = first_obstacle({Vec3(0, 0.1, 5), Vec3(0, 0, -1)}, some(), y_axis, 50.0);
    ASSERT_TRUE(block);
    EXPECT_EQ(block->obstacle, 1);
}

TEST(ObstaclePicking, FindsHillsAndDistantSlopes) {
    const auto hills = first_obstacle({Vec3(0.1, 3, -4), Vec3(0, -1, 0)}, some(), y_axis, 20.0);
    ASSERT_TRUE(hills);
    EXPECT_EQ(hills->obstacle, 3);
    EXPECT_NEAR(hills->distance, 2.8, 0.05);
    const auto slope = first_obstacle({Vec3(3, 1, 5), Vec3(0, 0, -1)}, some(), y_axis, 50.0);
    ASSERT_TRUE(slope);
    EXPECT_EQ(slope->obstacle, 4);
}

TEST(ObstaclePicking, IgnoresTheLevelGroundAndDistantObstacles) {
    EXPECT_FALSE(first_obstacle({Vec3(5, 1, 5), Vec3(0, -1, 0)}, some(), y_axis, 20.0));
    EXPECT_FALSE(first_obstacle({Vec3(0, 1, 5), Vec3(0, 0, -1)}, some(), y_axis, 2.0));
    EXPECT_FALSE(first_obstacle({Vec3(0, 1, 5), Vec3(0, 0, 1)}, {}, y_axis, 20.0));
}

} // namespace
} // namespace limber::app
