// SPDX-License-Identifier: MIT
#include "engine/loads/load_distribution.h"

#include "engine/core/random.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
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

TEST_F(Loads, FallOffAroundAField) {
    Vector share = Vector::Zero(n);
    share(0) = 0.5;
    share(7) = 1.0;
    const Vector wide = around(share, mesh.X, 20.0);
    for (Index i = 0; i < n; ++i) {
        const double from_first = 0.5 * std::exp(-20.0 * (mesh.X.row(i) - mesh.X.row(0)).squaredNorm());
        const double from_second = std::exp(-20.0 * (mesh.X.row(i) - mesh.X.row(7)).squaredNorm());
        EXPECT_NEAR(wide(i), std::max(from_first, from_second), 1e-14);
    }
    EXPECT_EQ(around(Vector::Zero(n), mesh.X, 20.0), Vector(Vector::Zero(n)));
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
    const Vec3 normal = pressing_force(mesh, end, -1.0).reshaped(3, n).rowwise().sum();
    EXPECT_LT((sum.normalized() - normal.normalized()).norm(), 1e-12);
    EXPECT_NEAR((patch.patterns.col(0).dot(patch.patterns.col(1))), 0.0, 1e-15);
}

// Equation 20: variances of their own along the normal and the tangents.
TEST_F(Loads, OfAPatchHaveAVarianceAlongTheTangents) {
    const Vector end = (mesh.X.col(0).array() > 0.99).cast<double>();
    const LoadDistribution alike = contact_patch(mesh, end);
    for (const double variance : {0.0, 0.3, 2.0}) {
        const LoadDistribution patch = contact_patch(mesh, end, variance);
        EXPECT_EQ(patch.patterns.col(0), alike.patterns.col(0));
        for (const int tangent : {1, 2}) {
            EXPECT_NEAR(patch.patterns.col(tangent).squaredNorm(), variance * alike.patterns.col(0).squaredNorm(),
                        1e-12);
        }
    }
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

// The force at rest is the negative gradient of alpha sum m |u - A|^2 [equation 18], and its covariance follows.
TEST_F(Loads, OfHandlesAreTheGradientOfTheirEnergy) {
    const std::array handles{2, 7};
    constexpr double alpha = 30.0;
    const Vec3 target(0.3, -0.1, 0.2);
    const auto energy = [&](const Vector& u) {
        double sum = 0.0;
        for (const int i : handles) {
            sum += alpha * mass(i) * (u.segment<3>(3 * i) - target).squaredNorm();
        }
        return sum;
    };
    const LoadDistribution loads = handle_loads(mass, handles, alpha, Mat3::Identity(), target);
    constexpr double h = 1e-3;
    for (Index row = 0; row < 3 * n; ++row) {
        const Vector u = h * Vector::Unit(3 * n, row);
        EXPECT_NEAR(loads.mean(row), -(energy(u) - energy(-u)) / (2.0 * h), 1e-8 * mass.sum());
    }
    const double force = 2.0 * alpha * mass(7); // of a target of one metre
    EXPECT_LT((loads.blocks.middleRows<3>(21) - force * force * Mat3::Identity()).norm(), 1e-9 * force * force);
    EXPECT_NEAR(total_variance(loads), 3.0 * force * force * (1.0 + std::pow(mass(2) / mass(7), 2)), 1e-9);
}

// The forces of springs are those by which their energy falls when their rest lengths grow [equation 28].
TEST_F(Loads, OfSpringsAreTheDerivativeOfTheirLengths) {
    const std::array<std::array<int, 2>, 2> springs{{{0, 5}, {3, 40}}};
    const LoadDistribution loads = spring_loads(mesh.X, springs);
    Rng rng(2);
    const Points v = Points::NullaryExpr(n, 3, [&] { return rng.normal(); });
    const auto length = [&](std::size_t s, double t) {
        const Points x = mesh.X + t * v;
        return (x.row(springs[s][1]) - x.row(springs[s][0])).norm();
    };
    constexpr double h = 1e-6;
    for (std::size_t s = 0; s < 2; ++s) {
        const double change = (length(s, h) - length(s, -h)) / (2.0 * h);
        const Vector pattern = loads.patterns.col(static_cast<Index>(s));
        EXPECT_NEAR(-pattern.dot(Vector(v.reshaped<Eigen::RowMajor>())), change, 1e-8);
    }
}

TEST_F(Loads, OfAPressureOnAllSidesHaveNoResultant) {
    const Vector force = pressing_force(mesh, everywhere, 5.0);
    Vec3 sum = Vec3::Zero();
    double inwards = 0.0;
    for (Index i = 0; i < n; ++i) {
        const Vec3 f = force.segment<3>(3 * i);
        sum += f;
        inwards += f.dot(Vec3(0.5, 0.15, 0.15) - mesh.X.row(i).transpose());
    }
    EXPECT_LT(sum.norm(), 1e-12);
    EXPECT_NEAR(inwards, 3.0 * 5.0 * 0.09, 1e-12); // p times the derivative of the volume by the size
}

TEST_F(Loads, AddUpAndScaleAsVariances) {
    const std::array<std::array<int, 2>, 1> springs{{{0, 5}}};
    const LoadDistribution a = spring_loads(mesh.X, springs);
    const LoadDistribution b = loads_everywhere(mass);
    const Matrix sum = dense(sum_of(scaled(a, 4.0), b));
    EXPECT_LT((sum - 4.0 * dense(a) - dense(b)).cwiseAbs().maxCoeff(), 1e-12);
    LoadDistribution c = b;
    c.mean.setConstant(3.0);
    EXPECT_TRUE(scaled(sum_of(c, c), 0.25).mean.isConstant(6.0)); // a factor on the variance leaves the mean
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
    LoadDistribution steady = no_loads(n);
    steady.mean.setOnes();
    EXPECT_NE(fault_in(steady, n)->message.find("vary"), std::string::npos);
    LoadDistribution shifted = loads_everywhere(mass);
    shifted.mean(5) = std::numeric_limits<double>::infinity();
    EXPECT_NE(fault_in(shifted, n)->message.find("finite"), std::string::npos);
}

} // namespace
} // namespace limber
