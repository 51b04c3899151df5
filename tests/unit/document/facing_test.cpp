// SPDX-License-Identifier: MIT
#include "app/document/facing.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <numbers>

namespace limber::app {
namespace {

Mat3 about_up(double degrees) {
    return Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, Vec3::UnitY()).toRotationMatrix();
}

TEST(Facing, DirectionsRotateWithTheBody) {
    const CharacterDescription scene;
    const Facing at_rest(Mat3::Identity(), scene);
    for (const double turns : {0.0, 0.25, -0.1, 0.5}) {
        for (const double degrees : {30.0, 90.0, -160.0}) {
            const Facing turned(about_up(degrees), scene);
            EXPECT_LT((turned.direction(turns) - about_up(degrees) * at_rest.direction(turns)).norm(), 1e-12);
        }
    }
    EXPECT_LT((at_rest.direction(0.25) - at_rest.left()).norm(), 1e-12);
    EXPECT_NEAR(at_rest.turns(at_rest.direction(-0.1)), -0.1, 1e-12);
}

TEST(Facing, IsHorizontalForALeaningBody) {
    const CharacterDescription scene;
    const Vec3 side = Facing(Mat3::Identity(), scene).left();
    const Facing leaning(Eigen::AngleAxisd(0.4, side).toRotationMatrix(), scene);
    EXPECT_NEAR(leaning.front.dot(leaning.up), 0.0, 1e-12);
    EXPECT_LT((leaning.front - Facing(Mat3::Identity(), scene).front).norm(), 1e-12);
}

TEST(Facing, NamesDirections) {
    EXPECT_EQ(words_for_direction(0.0), "forward");
    EXPECT_EQ(words_for_direction(0.25), "left");
    EXPECT_EQ(words_for_direction(-0.25), "right");
    EXPECT_EQ(words_for_direction(-0.5), "back");
    EXPECT_EQ(words_for_direction(1.0 / 12.0), "30\u00b0 to the left");
}

} // namespace
} // namespace limber::app
