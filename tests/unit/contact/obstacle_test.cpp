// SPDX-License-Identifier: MIT
#include "engine/contact/obstacle.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::testing {
namespace {

Affine random_placement(Rng& rng) {
    Affine placement;
    placement.leftCols<3>() = random_rotation(rng);
    placement.col(3) = random_vector(rng);
    return placement;
}

HeightField hills(const Affine& placement) {
    HeightField field{placement, 0.25, Matrix(9, 7)};
    for (Index i = 0; i < 9; ++i) {
        for (Index j = 0; j < 7; ++j) {
            field.heights(i, j) = 0.1 * std::sin(0.9 * static_cast<double>(i)) * std::cos(1.1 * static_cast<double>(j));
        }
    }
    return field;
}

std::vector<Shape> some_shapes(Rng& rng) {
    return {HalfSpace{random_vector(rng), random_vector(rng).normalized()}, Ball{random_vector(rng), 0.7},
            Capsule{random_vector(rng), random_vector(rng), 0.4}, Box{random_placement(rng), Vec3(0.3, 0.6, 0.2)},
            hills(random_placement(rng))};
}

// There is no surface, or an edge where the normal is discontinuous.
bool is_odd(const Shape& shape, const Vec3& x) {
    constexpr double near = 1e-3;
    const Clearance here = clearance(shape, x);
    if (!std::isfinite(here.distance)) {
        return true;
    }
    for (Index axis = 0; axis < 3; ++axis) {
        for (const double side : {-near, near}) {
            const Clearance there = clearance(shape, x + side * Vec3::Unit(axis));
            if (!std::isfinite(there.distance) || (there.normal - here.normal).norm() > 0.1) {
                return true;
            }
        }
    }
    return false;
}

TEST(Obstacle, TheNormalIsUnitAndTheDistanceGrowsAlongIt) {
    Rng rng(11);
    int tested = 0;
    for (int round = 0; round < 40; ++round) {
        for (const Shape& shape : some_shapes(rng)) {
            const Vec3 x = random_vector(rng, 0.8);
            if (is_odd(shape, x)) {
                continue;
            }
            const Clearance here = clearance(shape, x);
            const Clearance ahead = clearance(shape, x + 1e-5 * here.normal);
            EXPECT_NEAR(here.normal.norm(), 1.0, 1e-12);
            // Exactly equal, except for hills, whose tangent plane rotates.
            EXPECT_NEAR((ahead.distance - here.distance) / 1e-5, 1.0, shape.index() == 4 ? 0.2 : 1e-4);
            ++tested;
        }
    }
    EXPECT_GT(tested, 100);
}

TEST(Obstacle, ClosestPointLiesOnTheSurface) {
    Rng rng(12);
    for (int round = 0; round < 40; ++round) {
        for (const Shape& shape : some_shapes(rng)) {
            const Vec3 x = random_vector(rng, 2.0);
            const Clearance here = clearance(shape, x);
            // Deep inside, any side may be the closest; hills use only their tangent planes.
            if (shape.index() == 4 || here.distance < 0.0) {
                continue;
            }
            EXPECT_NEAR(clearance(shape, x - here.distance * here.normal).distance, 0.0, 1e-9);
        }
    }
}

TEST(Obstacle, GrowsToPointsThatWereThisFarFromIt) {
    Rng rng(13);
    constexpr double distance = 0.07;
    const Box block{random_placement(rng), Vec3(0.3, 0.6, 0.2)};
    const HeightField plain{identity_affine(), 0.5, Matrix::Constant(5, 5, 0.2)};
    const std::vector<Shape> shapes{HalfSpace{random_vector(rng), random_vector(rng).normalized()},
                                    Ball{random_vector(rng), 0.7}, Capsule{random_vector(rng), random_vector(rng), 0.4},
                                    block, plain};
    for (const Shape& shape : shapes) {
        const Obstacle before{shape, 0.3, 0.1};
        const Obstacle after = grown(before, distance);
        EXPECT_EQ(after.friction, 0.3);
        EXPECT_EQ(after.restitution, 0.1);
        for (int i = 0; i < 20; ++i) {
            // Beside an edge of a box, the sharp edge is farther out; here over faces of the box and the field alone.
            const Vec3 local(rng.uniform(-0.2, 0.2), rng.uniform(0.7, 2.0), rng.uniform(-0.1, 0.1));
            const Vec3 x = shape.index() == 3   ? apply(block.placement, local)
                           : shape.index() == 4 ? local
                                                : random_vector(rng);
            EXPECT_NEAR(clearance(after.shape, x).distance, clearance(shape, x).distance - distance, 1e-12);
        }
    }
}

TEST(Obstacle, InsideOfABoxProjectsToTheNearestFace) {
    const Box block{identity_affine(), Vec3(1.0, 2.0, 3.0)};
    const Clearance inside = clearance(block, Vec3(-0.9, 0.5, 0.5));
    EXPECT_NEAR(inside.distance, -0.1, 1e-15);
    EXPECT_EQ(inside.normal, Vec3(-1.0, 0.0, 0.0));
}

TEST(Obstacle, HillsHaveVerticalSides) {
    const HeightField field = hills(identity_affine());
    const double x = 1.0; // half of the grid
    const double z = 0.75;
    for (const double side : {-1.0, 1.0}) {
        const Clearance beside = clearance(field, Vec3(side * (x + 0.3), -0.4, 0.2));
        EXPECT_NEAR(beside.distance, 0.3, 1e-14);
        EXPECT_EQ(beside.normal, Vec3(side, 0.0, 0.0));
        const Clearance corner = clearance(field, Vec3(side * (x + 0.3), -0.4, z + 0.4));
        EXPECT_NEAR(corner.distance, 0.5, 1e-14);
        EXPECT_LT((corner.normal - Vec3(0.6 * side, 0.0, 0.8)).norm(), 1e-14);
        const Clearance inside = clearance(field, Vec3(0.1, -0.4, side * (z - 0.01)));
        EXPECT_NEAR(inside.distance, -0.01, 1e-14);
        EXPECT_EQ(inside.normal, Vec3(0.0, 0.0, side));
    }
    // Over the middle of a side only the heights determine the distance.
    EXPECT_NEAR(clearance(field, Vec3(0.1, 0.3, z - 1e-9)).distance,
                clearance(field, Vec3(0.1, 0.3, z + 1e-9)).distance, 1e-8);
}

TEST(Obstacle, HillsHaveNoSurfaceForNonFinitePoints) {
    const HeightField field = hills(identity_affine());
    for (const double beyond : {std::nan(""), 1e300, -1e300, std::numeric_limits<double>::infinity()}) {
        EXPECT_TRUE(std::isinf(clearance(field, Vec3(beyond, 0.0, 0.0)).distance)) << beyond;
        EXPECT_TRUE(std::isinf(clearance(field, Vec3(0.0, 0.0, beyond)).distance)) << beyond;
    }
}

TEST(Obstacle, HeightFieldInterpolatesItsHeights) {
    const HeightField field = hills(identity_affine());
    for (Index i = 0; i < 8; ++i) {
        for (Index j = 0; j < 6; ++j) {
            const Vec3 at(0.25 * (static_cast<double>(i) - 4.0), field.heights(i, j),
                          0.25 * (static_cast<double>(j) - 3.0));
            EXPECT_NEAR(clearance(field, at).distance, 0.0, 1e-14);
        }
    }
}

} // namespace
} // namespace limber::testing
