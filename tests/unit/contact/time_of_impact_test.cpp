// SPDX-License-Identifier: MIT
#include "engine/contact/time_of_impact.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace limber::testing {
namespace {

Affine near_placement(Rng& rng) {
    Affine placement;
    placement.leftCols<3>() = random_rotation(rng);
    placement.col(3) = random_vector(rng, 0.2);
    return placement;
}

HeightField rough_hills(const Affine& placement, Rng& rng) {
    HeightField field{placement, 0.15, Matrix(12, 9)};
    for (Index i = 0; i < field.heights.size(); ++i) {
        field.heights.data()[i] = rng.uniform(-0.4, 0.4);
    }
    return field;
}

std::vector<Shape> thin_shapes(Rng& rng) {
    return {Ball{random_vector(rng, 0.3), 0.05}, Capsule{random_vector(rng, 0.5), random_vector(rng, 0.5), 0.02},
            Box{near_placement(rng), Vec3(0.004, 0.7, 0.5)}, HalfSpace{Vec3::Zero(), random_vector(rng).normalized()},
            rough_hills(near_placement(rng), rng)};
}

// The smallest distance on the first part of the segment, by dense sampling.
double deepest_until(const Shape& shape, const Vec3& from, const Vec3& to, double share) {
    constexpr int looks = 4000;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < looks; ++i) {
        const double there = share * static_cast<double>(i) / looks;
        least = std::min(least, clearance(shape, from + there * (to - from)).distance);
    }
    return least;
}

TEST(FirstPointInside, FindsTheFirstPointInsideAThinObstacle) {
    Rng rng(23);
    constexpr double tolerance = 1e-7;
    int met = 0;
    int passed = 0;
    for (int round = 0; round < 60; ++round) {
        for (const Shape& shape : thin_shapes(rng)) {
            const Vec3 from = random_vector(rng, 1.5);
            const Vec3 to = random_vector(rng, 0.3) - from;
            if (clearance(shape, from).distance <= 0.0) {
                continue;
            }
            const auto share = time_of_impact(shape, from, to, tolerance);
            // The tolerance grows with the steepness of the hills.
            ASSERT_GT(deepest_until(shape, from, to, share.value_or(1.0)), -1e2 * tolerance)
                << shape.index() << " round " << round;
            if (share) {
                const Vec3 at = from + *share * (to - from);
                const Clearance there = clearance(shape, at);
                EXPECT_NEAR(there.distance, 0.0, 1e-5) << shape.index();
                EXPECT_LT(there.normal.dot(to - from), 1e-9) << "it is entered from outside: " << shape.index();
                const double beyond = std::min(1.0, *share + 1e-3);
                EXPECT_LT(deepest_until(shape, at, from + beyond * (to - from), 1.0), 0.0);
                ++met;
            } else {
                ++passed;
            }
        }
    }
    EXPECT_GT(met, 60);
    EXPECT_GT(passed, 30);
}

TEST(FirstPointInside, HitsARidgeOnAMuchLongerSegment) {
    HeightField ridge;
    ridge.spacing = 0.01;
    ridge.heights = Matrix::Zero(2001, 3);
    ridge.heights.row(1234).setConstant(1.0);
    const Vec3 from(-9.9, 0.5, 0.001);
    const Vec3 to(9.9, 0.4, -0.002);
    const auto share = time_of_impact(ridge, from, to, 1e-9);
    ASSERT_TRUE(share);
    const Vec3 at = from + *share * (to - from);
    EXPECT_NEAR(clearance(ridge, at).distance, 0.0, 1e-6);
    EXPECT_NEAR(at.x(), 0.01 * (1234 - 1000) - 0.01 * (1.0 - at.y()), 1e-6);
    EXPECT_FALSE(time_of_impact(ridge, from + Vec3(0.0, 0.8, 0.0), to + Vec3(0.0, 0.8, 0.0), 1e-9));
}

TEST(FirstPointInside, HitsTheSideOfHillsAndPassesBesideThem) {
    HeightField plateau;
    plateau.spacing = 0.02;
    plateau.heights = Matrix::Constant(2, 200, 1.0);
    const auto share = time_of_impact(plateau, Vec3(-5.0, 0.5, 0.0), Vec3(5.0, 0.5, 0.3), 1e-9);
    ASSERT_TRUE(share);
    EXPECT_NEAR(-5.0 + 10.0 * *share, -0.01, 1e-7);
    EXPECT_FALSE(time_of_impact(plateau, Vec3(-5.0, 0.5, 3.0), Vec3(5.0, 0.5, 3.1), 1e-9));
    EXPECT_TRUE(time_of_impact(plateau, Vec3(0.0, 2.0, 0.0), Vec3(0.0, 0.9, 0.0), 1e-9)) << "straight down";
}

TEST(FirstPointInside, IsEmptyForNaN) {
    HeightField plateau;
    plateau.heights = Matrix::Constant(3, 3, 1.0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(time_of_impact(plateau, Vec3(0.0, 2.0, 0.0), Vec3(nan, 0.0, 0.0), 1e-9));
    EXPECT_FALSE(time_of_impact(plateau, Vec3(0.0, 2.0, 0.0), Vec3(infinite, 0.0, 0.0), 1e-9));
}

} // namespace
} // namespace limber::testing
