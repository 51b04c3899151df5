// SPDX-License-Identifier: MIT
#include "engine/loads/load_distribution.h"

#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace limber {
namespace {

class Loads : public ::testing::Test {
protected:
    TetMesh mesh = testing::bar_mesh(6, 3, 3, Vec3(1.0, 0.3, 0.3));
    Index n = mesh.vertex_count();
    Vector mass = lumped_mass(mesh, Vector::Constant(mesh.tet_count(), 1000.0));
    Vector everywhere = Vector::Ones(n);

    // Sigma as a dense matrix.
    Matrix dense(const LoadDistribution& loads) const {
        return covariance_times(loads, Matrix::Identity(3 * n, 3 * n));
    }
};

TEST_F(Loads, EverywhereAreTheMass) {
    const Matrix expected = mass.transpose().replicate(3, 1).reshaped().asDiagonal();
    EXPECT_EQ(dense(loads_everywhere(mass)), expected);
}

TEST_F(Loads, OfARegionAreOneInsideAndFallOff) {
    const LoadRegion region{mesh.X.row(0), 0.25, 10.0};
    const Vector share = share_of(region, mesh.X);
    for (Index i = 0; i < n; ++i) {
        const double d = (mesh.X.row(i) - mesh.X.row(0)).norm() - 0.25;
        EXPECT_NEAR(share(i), d <= 0.0 ? 1.0 : std::exp(-10.0 * d * d), 1e-15);
    }
}

// What presses has no force inside and none along the surface; the areas of a closed surface sum to its area.
TEST_F(Loads, PressAlongTheNormalsOfTheSurface) {
    const LoadDistribution loads = pressing_loads(mesh, everywhere);
    double area = 0.0;
    for (Index i = 0; i < n; ++i) {
        const Mat3 block = loads.blocks.middleRows<3>(3 * i);
        area += block.trace();
        const Vec3 X = mesh.X.row(i);
        const bool is_inside = X.x() > 1e-9 && X.x() < 1 - 1e-9 && X.y() > 1e-9 && X.y() < 0.3 - 1e-9 && X.z() > 1e-9 &&
                               X.z() < 0.3 - 1e-9;
        EXPECT_EQ(block.isZero(0.0), is_inside);
    }
    EXPECT_LE(area, 4 * 0.3 + 2 * 0.09 + 1e-12); // less at edges, where normals differ
    EXPECT_GT(area, 0.7 * (4 * 0.3 + 2 * 0.09));
}

TEST_F(Loads, OfAPatchAreThreePatterns) {
    const Vector end = (mesh.X.col(0).array() > 0.99).cast<double>();
    const LoadDistribution patch = contact_patch(mesh, end);
    ASSERT_EQ(patch.patterns.cols(), 3);
    EXPECT_TRUE(patch.blocks.isZero(0.0));
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < n; ++i) {
        sum += patch.patterns.block<3, 1>(3 * i, 0);
    }
    EXPECT_NEAR(sum.normalized().x(), 1.0, 0.2); // the normal of the end, but for its rim
    EXPECT_NEAR((patch.patterns.col(0).dot(patch.patterns.col(1))), 0.0, 1e-15);
}

TEST_F(Loads, OfSpringsAreOppositeUnitForces) {
    const std::array springs{std::array{0, static_cast<int>(n) - 1}, std::array{3, 3}};
    const LoadDistribution loads = spring_loads(mesh.X, springs);
    const Vec3 a = loads.patterns.block<3, 1>(0, 0);
    const Vec3 b = loads.patterns.block<3, 1>(3 * (n - 1), 0);
    EXPECT_NEAR(a.norm(), 1.0, 1e-15);
    EXPECT_EQ(a, -b);
    EXPECT_TRUE(loads.patterns.col(1).isZero(0.0)); // a spring of length zero
}

TEST_F(Loads, AddUpAndScaleAsVariances) {
    const std::array<std::array<int, 2>, 1> springs{{{0, 5}}};
    const LoadDistribution a = spring_loads(mesh.X, springs);
    const LoadDistribution b = loads_everywhere(mass);
    const Matrix sum = dense(sum_of(scaled(a, 4.0), b));
    EXPECT_LT((sum - 4.0 * dense(a) - dense(b)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(Loads, AreRefusedInOneSentence) {
    EXPECT_FALSE(fault_in(loads_everywhere(mass), n));
    EXPECT_TRUE(fault_in(loads_everywhere(mass), n + 1));
    EXPECT_TRUE(fault_in(no_loads(n), n));
    LoadDistribution negative = loads_everywhere(mass);
    negative.blocks(4, 1) = -1.0;
    EXPECT_NE(fault_in(negative, n)->message.find("vertex 1"), std::string::npos);
    negative.blocks(4, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(fault_in(negative, n));
}

} // namespace
} // namespace limber
