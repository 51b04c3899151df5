// SPDX-License-Identifier: MIT
#include "app/document/free_place.h"

#include <gtest/gtest.h>

#include <limits>

namespace limber::app {
namespace {

const Vec3 up = Vec3::UnitY();
const Vec3 right = Vec3::UnitX();

BoundingBox box_at(const Vec3& middle, double half = 0.5) {
    return {middle - Vec3::Constant(half), middle + Vec3::Constant(half)};
}

BoundingBox moved(const BoundingBox& box, const Vec3& way) {
    return {box.low + way, box.high + way};
}

bool overlap(const BoundingBox& a, const BoundingBox& b) {
    return (a.low.array() < b.high.array()).all() && (b.low.array() < a.high.array()).all();
}

// The body, moved to a free place among others.
BoundingBox freely_placed(const BoundingBox& body, const Occupied& occupied) {
    return moved(body, offset_to_free_position(body, occupied, up, right, 0.02));
}

TEST(FreePlace, IsToTheRightOfTheOthers) {
    const BoundingBox body = box_at(Vec3::Zero());
    const BoundingBox there = freely_placed(body, {{body}, {}});
    EXPECT_FALSE(overlap(there, body));
    EXPECT_GT(there.low.x(), body.high.x());
    EXPECT_LT(there.low.x(), body.high.x() + 0.5) << "and near";
    EXPECT_EQ(there.low.y(), body.low.y());
}

TEST(FreePlace, IsTheBodysPlaceIfThatIsFree) {
    EXPECT_EQ(offset_to_free_position(box_at(Vec3::Zero()), {{box_at(Vec3(9, 0, 0))}, {}}, up, right, 0.0),
              Vec3::Zero());
}

TEST(FreePlace, DoesNotOverlapForManyDuplicates) {
    Occupied occupied{{box_at(Vec3::Zero())}, {}};
    for (int i = 0; i < 40; ++i) {
        const BoundingBox next = freely_placed(occupied.bodies.front(), occupied);
        for (const BoundingBox& other : occupied.bodies) {
            ASSERT_FALSE(overlap(next, other)) << "the twin " << i;
        }
        occupied.bodies.push_back(next);
    }
}

TEST(FreePlace, DoesNotOverlapForAnySizes) {
    Occupied occupied;
    for (int i = -40; i <= 40; ++i) {
        occupied.bodies.push_back(box_at(Vec3(0.9 * i, 0, 0), 0.4 + 0.05 * (i & 7)));
    }
    const BoundingBox body = box_at(Vec3::Zero());
    const BoundingBox there = freely_placed(body, occupied);
    for (const BoundingBox& other : occupied.bodies) {
        EXPECT_FALSE(overlap(there, other));
    }
}

TEST(FreePlace, IsOutsideTheObstacles) {
    const Obstacles obstacles = {{Ball{Vec3(1.1, 0, 0), 0.3}},
                                 {Box{identity_affine(), Vec3(0.2, 3, 0.2)}},
                                 {HalfSpace{Vec3(0, -0.5, 0), Vec3(0, 1, 0)}},
                                 {Capsule{Vec3(-1.1, 0, -5), Vec3(-1.1, 0, 5), 0.01}},
                                 {HalfSpace{Vec3(3, 0, 0), Vec3(-1, 0, 0)}}};
    const BoundingBox body = box_at(Vec3::Zero());
    const BoundingBox there = freely_placed(body, {{body}, obstacles});
    EXPECT_FALSE(overlap(there, body));
    EXPECT_LE(depth_in(obstacles, there), 0.02);
}

TEST(FreePlace, IsBeyondAllIfNothingNearIsFree) {
    const BoundingBox everywhere{Vec3(-100, -1, -100), Vec3(100, 1, 100)};
    const BoundingBox there = freely_placed(box_at(Vec3::Zero()), {{everywhere}, {}});
    EXPECT_GT(there.low.x(), 100.0);
}

TEST(DepthInObstacles, FindsASmallObstacleInside) {
    EXPECT_GT(depth_in({{Ball{Vec3(0.13, 0.13, 0.13), 0.05}}}, box_at(Vec3::Zero())), 0.0);
    EXPECT_EQ(depth_in({{Ball{Vec3(2, 0, 0), 0.5}}}, box_at(Vec3::Zero())), 0.0);
}

TEST(HasFallenOut, IfFarBelowAllStartPositionsWithNothingBelow) {
    EXPECT_FALSE(has_fallen_out(box_at(Vec3(0, 0, 0)), {}, -0.5, up));
    EXPECT_FALSE(has_fallen_out(box_at(Vec3(0, -3, 0)), {}, -0.5, up)) << "it may have been lowered";
    EXPECT_TRUE(has_fallen_out(box_at(Vec3(0, -50, 0)), {}, -0.5, up));
    EXPECT_FALSE(has_fallen_out(box_at(Vec3(0, -50, 0)), {{HalfSpace{Vec3(0, -50.5, 0), up}}}, -0.5, up));
    EXPECT_FALSE(has_fallen_out(box_at(Vec3(0, -9, 0)),
                                {{Box{identity_affine(), Vec3(1, 1, 1)}}, {Ball{Vec3(0, -9, 0), 1.0}}}, -0.5, up));
}

} // namespace
} // namespace limber::app
