// SPDX-License-Identifier: MIT
#include "engine/contact/contact_detection.h"

#include <gtest/gtest.h>

#include <array>

#include <vector>

namespace limber::testing {
namespace {

constexpr DetectionSettings settings{.size = 1.0, .time_step = 0.01, .gravity = 9.81, .tolerance = 1e-7};

Obstacles floor_and_wall() {
    return {{HalfSpace{}}, {HalfSpace{Vec3::Zero(), Vec3(1.0, 0.0, 0.0)}}};
}

TEST(ContactDetection, FindsTheNearSurfacesTheNearestFirst) {
    const NearSurfaces near = near_surfaces(floor_and_wall(), Vec3(0.01, 0.015, 0.0), 1.0);
    ASSERT_EQ(near.count, 2u);
    EXPECT_EQ(near.surfaces[0].obstacle, 1u);
    EXPECT_DOUBLE_EQ(near.surfaces[0].start_distance, 0.01);
    EXPECT_EQ(near.surfaces[1].obstacle, 0u);
    EXPECT_EQ(near_surfaces(floor_and_wall(), Vec3(0.5, 0.5, 0.0), 1.0).count, 0u);
}

TEST(ContactDetection, CountsTheSurfacesBeyondTheThirdOfAPoint) {
    const Vec3 at(0.001, 0.002, 0.003);
    const Obstacles corner{{HalfSpace{Vec3::Zero(), Vec3::UnitX()}},
                           {HalfSpace{Vec3::Zero(), Vec3::UnitY()}},
                           {HalfSpace{Vec3::Zero(), Vec3::UnitZ()}},
                           {HalfSpace{Vec3(0.01, 0.0, 0.0), -Vec3::UnitX()}}};
    const NearSurfaces near = near_surfaces(corner, at, 1.0);
    EXPECT_EQ(near.count, 3u);
    EXPECT_EQ(near.left_out, 1);
}

TEST(ContactDetection, FindsTheFirstSurfaceOnAPath) {
    const Obstacles balls{{Ball{Vec3(2.0, 0.0, 0.0), 0.5}}, {Ball{Vec3(1.0, 0.0, 0.0), 0.25}}};
    const PathContact met = path_contact(balls, {0, Vec3::Zero(), Vec3(4.0, 0.0, 0.0)}, {}, settings);
    ASSERT_TRUE(met.is_met && met.surface);
    EXPECT_EQ(met.surface->obstacle, 1u);
    EXPECT_NEAR(met.surface->level, -0.75, 1e-5);
    EXPECT_EQ(met.depth, 0.0);
    EXPECT_FALSE(path_contact(balls, {0, Vec3::Zero(), Vec3(0.0, 4.0, 0.0)}, {}, settings).is_met);
}

TEST(ContactDetection, AddsNoSurfaceThatAListedContactOfThePointAlreadyBounds) {
    const Obstacles floor{{HalfSpace{}}};
    const PointPath path{3, Vec3(0.0, 0.01, 0.0), Vec3(0.0, -0.02, 0.0)};
    Contact listed;
    listed.point = 3;
    listed.normal = Vec3::UnitY();
    const std::array listed_contacts{listed};
    const PathContact met = path_contact(floor, path, {listed_contacts, true}, settings);
    EXPECT_TRUE(met.is_met);
    EXPECT_FALSE(met.surface);
    EXPECT_DOUBLE_EQ(met.depth, 0.02);
    EXPECT_DOUBLE_EQ(penetration_depth(floor, path.end), 0.02);
    listed.point = 2; // of another point
    EXPECT_TRUE(path_contact(floor, path, {std::array{listed}, true}, settings).surface);
}

TEST(ContactDetection, PushesAPenetratingPointOutByOneSizeASecond) {
    const Surface surface{0, Vec3::UnitY(), 0.0, -0.05};
    const PredictedMotion motion{0, Vec3(0.0, -0.05, 0.0), Vec3(0.0, -0.05, 0.0), Vec3::Zero()};
    EXPECT_DOUBLE_EQ(contact_with(surface, {HalfSpace{}}, motion, settings).lowest, -0.04);
}

TEST(ContactDetection, ReflectsAnImpactOnAnObstacleWithRestitution) {
    const Surface surface{0, Vec3::UnitY(), 0.0, 0.01};
    const PredictedMotion motion{0, Vec3(0.0, 0.01, 0.0), Vec3(0.0, -0.03, 0.0), Vec3(0.0, -4.0, 0.0)};
    EXPECT_DOUBLE_EQ(contact_with(surface, {HalfSpace{}, 0.8, 0.5}, motion, settings).lowest, 0.01 + 0.5 * 0.04);
    EXPECT_DOUBLE_EQ(contact_with(surface, {HalfSpace{}}, motion, settings).lowest, 0.0);
}

// A listed half-space that no descent has enforced stops nothing.
TEST(ContactDetection, FindsThatAPointPassedThroughAThinWallThatIsListedOnly) {
    Box wall{identity_affine(), Vec3(0.001, 1.0, 1.0)};
    wall.placement.col(3) = Vec3(0.01, 0.0, 0.0);
    const Obstacles walls = {{wall, 0.0, 0.0}};
    const PointPath path{0, Vec3::Zero(), Vec3(0.05, 0.0, 0.0)};
    const DetectionSettings settings{.size = 1.0, .time_step = 1.0 / 60.0, .tolerance = 1e-7};
    Contact contact;
    contact.normal = Vec3(-1.0, 0.0, 0.0);
    contact.lowest = -0.009;
    const std::array contacts{contact};
    const PathContact through = path_contact(walls, path, {contacts, false}, settings);
    EXPECT_TRUE(through.is_met);
    EXPECT_FALSE(through.surface); // it is listed already
    EXPECT_FALSE(path_contact(walls, {0, Vec3::Zero(), Vec3(-0.05, 0.0, 0.0)}, {contacts, false}, settings).is_met);
}

} // namespace
} // namespace limber::testing
