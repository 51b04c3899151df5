// SPDX-License-Identifier: MIT
#include "app/character_skin/ground_height.h"

#include "app/character_skin/standing_height.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace limber::app {
namespace {

constexpr double size = 2.0; // [m]

// The lowest points of a motion over one period, from its height at a share of it.
template <typename Height>
std::vector<double> poses(const Height& height) {
    std::vector<double> lowest;
    for (int frame = 0; frame < 100; ++frame) {
        lowest.push_back(height(0.01 * frame));
    }
    return lowest;
}

double flight(double share, double high) {
    return share < 0.0 ? 0.0 : 4.0 * high * share * (1.0 - share);
}

TEST(StandingHeight, IsTheSolesOfABodyAtRest) {
    EXPECT_DOUBLE_EQ(standing_height({0.3}, size), 0.3);
}

// A toe dips by 6 cm in a tenth of the walk, and the soles come down from 1 cm.
TEST(StandingHeight, IgnoresAToeThatDips) {
    const auto walk = poses([](double t) { return t > 0.4 && t < 0.5 ? -0.06 : 0.01 * std::abs(std::sin(20.0 * t)); });
    EXPECT_NEAR(standing_height(walk, size), 0.005, 0.005);
}

// It runs, in the air in half of the poses.
TEST(StandingHeight, IgnoresTheFlightOfARun) {
    const auto run = poses([](double t) { return flight(2.0 * (t - 0.5), 0.15); });
    EXPECT_NEAR(standing_height(run, size), 0.0, 1e-12);
}

// Half of the poses are in the air, and in a fifth a toe dips, so that three in ten stand.
TEST(StandingHeight, IgnoresFlightsAndAToeThatDipsAtOnce) {
    const auto leap = poses([](double t) { return t > 0.195 && t < 0.395 ? -0.06 : flight(2.0 * (t - 0.5), 1.0); });
    EXPECT_NEAR(standing_height(leap, size), 0.0, 1e-12);
}

TEST(StandingHeight, IgnoresAHighJump) {
    const auto jump = poses([](double t) { return t < 0.6 ? 0.0 : flight((t - 0.6) / 0.4, 1.0); });
    EXPECT_NEAR(standing_height(jump, size), 0.0, 1e-12);
}

// Stairs, and a fish that swims up and down: there is no height on which they stand.
TEST(StandingHeight, LiesBelowWhatClimbsOrSwims) {
    const auto climb = poses([](double t) { return 3.0 * t; });
    EXPECT_NEAR(standing_height(climb, size), -0.01 * size, 1e-12);
    const auto swim = poses([](double t) { return 0.4 * std::sin(6.283185307179586 * t); });
    EXPECT_NEAR(standing_height(swim, size), -0.4 - 0.01 * size, 1e-3);
}

TEST(StandingHeight, GrowsWithTheBody) {
    auto walk = poses([](double t) { return t > 0.4 && t < 0.5 ? -0.06 : 0.0; });
    EXPECT_NEAR(standing_height(walk, size), 0.0, 1e-12);
    for (double& height : walk) {
        height *= 100.0;
    }
    EXPECT_NEAR(standing_height(walk, 100.0 * size), 0.0, 1e-12);
}

// A bar of 1 m from y = 0.
class Ground : public ::testing::Test {
protected:
    Ground() {
        Character bar;
        bar.mesh = testing::bar_mesh(2, 4, 2, Vec3(0.4, 1.0, 0.4));
        bar.boundary_vertices = boundary_vertices(bar.mesh.T);
        bar.rig = affine_handle(bar.mesh);
        low = bounding_box(bar.mesh.X).low.y();
        outline = SkinOutline(bar, Vec3::UnitY());
    }
    PlacedOutline at(const Vec3& place, const Mat3& map = Mat3::Identity()) const {
        PlacedOutline placed{&outline};
        placed.place.leftCols<3>() = map;
        placed.place.col(3) = place;
        return placed;
    }

    SkinOutline outline;
    double low = 0.0;
};

TEST_F(Ground, IsUnderTheLowestCharacter) {
    EXPECT_EQ(ground_height({}, Vec3::UnitY()), 0.0);
    EXPECT_NEAR(ground_height({at({0, 0.5, 0}), at({3, -0.25, 1})}, Vec3::UnitY()), low - 0.25, 1e-12);
}

TEST_F(Ground, FollowsAPlaceThatTurnsScalesAndTilts) {
    const Mat3 turned = Eigen::AngleAxisd(0.7, Vec3::UnitY()).toRotationMatrix();
    EXPECT_NEAR(ground_height({at({0, 1, 0}, turned)}, Vec3::UnitY()), low + 1.0, 1e-9);
    EXPECT_NEAR(ground_height({at({0, 1, 0}, 2.0 * Mat3::Identity())}, Vec3::UnitY()), 2.0 * low + 1.0, 1e-9);
    const Mat3 head_first = Eigen::AngleAxisd(3.141592653589793, Vec3::UnitX()).toRotationMatrix();
    EXPECT_NEAR(ground_height({at({0, 1, 0}, head_first)}, Vec3::UnitY()), 1.0 - (low + 1.0), 1e-9);
}

} // namespace
} // namespace limber::app
