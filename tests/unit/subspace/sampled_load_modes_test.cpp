// SPDX-License-Identifier: MIT
#include "engine/subspace/sampled_load_modes.h"

#include "engine/operators/scalar_operators.h"
#include "engine/rig/rig.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace limber {
namespace {

class SampledLoads : public ::testing::Test {
protected:
    // The largest sine of the angles between the span of A and columns of B, both mass orthonormal.
    double outside(const Matrix& A, const Matrix& B) const {
        const Matrix rest = B - A * (A.transpose() * (on_axes.asDiagonal() * B));
        return (on_axes.cwiseSqrt().asDiagonal() * rest).colwise().norm().maxCoeff();
    }

    TetMesh mesh = testing::bar_mesh(5, 2, 2, Vec3(1.0, 0.35, 0.22));
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Vector mass = lumped_mass(mesh, material.density);
    Vector on_axes = mass.transpose().replicate(3, 1).reshaped();
    Rig rig = affine_handle(mesh);
    Matrix held = mass.asDiagonal() * rig_jacobian(mesh.X, rig.W);
    Vector near_end = share_of({Vec3(1.0, 0.1, 0.1), 0.1, 40.0}, mesh.X);
};

// Appendix C: with fewer patterns than columns, both are the same span.
TEST_F(SampledLoads, GreensFunctionsOfAllPatternsAreTheForceDualModes) {
    const std::array springs{std::array{0, 20}, std::array{5, 40}, std::array{11, 50}};
    const LoadDistribution loads = spring_loads(mesh.X, springs);
    const Matrix greens = greens_functions(mesh, material, held, loads, {.count = 8}).value();
    const Matrix dual = force_dual_displacements(mesh, material, held, loads, 8).value().B;
    ASSERT_EQ(greens.cols(), 3);
    ASSERT_EQ(dual.cols(), 3);
    EXPECT_LT(outside(greens, dual), 1e-8);
}

TEST_F(SampledLoads, GreensFunctionsAreResponsesToForcesWithinTheRegion) {
    Vector one = Vector::Zero(mass.size());
    one(17) = 1.0;
    const LoadDistribution there = loads_within(mass, one);
    const Matrix column = greens_functions(mesh, material, held, there, {.count = 5}).value();
    ASSERT_EQ(column.cols(), 1);                                                           // no vertex is drawn twice
    const Matrix all = force_dual_displacements(mesh, material, held, there, 3).value().B; // in all three directions
    EXPECT_LT(outside(all, column), 1e-8);
    const LoadDistribution loads = loads_within(mass, near_end);
    const Matrix B = greens_functions(mesh, material, held, loads, {.count = 12}).value();
    EXPECT_EQ(B.cols(), 12);
    EXPECT_LT((B.transpose() * on_axes.asDiagonal() * B - Matrix::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_EQ(greens_functions(mesh, material, held, loads, {.count = 12}).value(), B);
    EXPECT_NE(greens_functions(mesh, material, held, loads, {.count = 12, .seed = 2}).value(), B);
}

// Section 5.1 and figure 15: the variances of samples converge to those of the distribution as 1 / sqrt(samples), and
// so does the sine of the angle to its first mode.
TEST_F(SampledLoads, ConvergeAtTheMonteCarloRate) {
    const LoadDistribution loads = loads_within(mass, near_end);
    const auto dual = force_dual_displacements(mesh, material, held, loads, 3).value();
    struct Errors {
        double variance = 0.0;
        double sine = 0.0;
    };
    const auto errors = [&](Index samples) {
        Errors squares;
        constexpr int trials = 12;
        for (std::uint64_t seed = 1; seed <= trials; ++seed) {
            const auto sampled =
                sampled_response_modes(mesh, material, held, loads, {.count = 3, .samples = samples, .seed = seed})
                    .value();
            squares.variance += std::pow(sampled.variances(0) / dual.variances(0) - 1.0, 2) / trials;
            squares.sine += std::pow(outside(sampled.B.leftCols(1), dual.B.leftCols(1)), 2) / trials;
        }
        return Errors{std::sqrt(squares.variance), std::sqrt(squares.sine)};
    };
    const Errors of_few = errors(50);
    const Errors of_many = errors(800);
    EXPECT_NEAR(of_few.variance, std::sqrt(2.0 / 50.0), 0.12);
    EXPECT_GT(of_few.variance / of_many.variance, 2.0); // 4 but for chance
    EXPECT_LT(of_few.variance / of_many.variance, 8.0);
    EXPECT_LT(of_few.sine, 0.5);
    EXPECT_GT(of_few.sine / of_many.sine, 2.0) << of_few.sine;
    EXPECT_LT(of_few.sine / of_many.sine, 8.0) << of_few.sine;
}

TEST_F(SampledLoads, OfManySamplesSpanTheForceDualModes) {
    const LoadDistribution loads = loads_within(mass, near_end);
    const auto dual = force_dual_displacements(mesh, material, held, loads, 3).value();
    const auto sampled = sampled_response_modes(mesh, material, held, loads, {.count = 9, .samples = 2000}).value();
    EXPECT_LT(outside(sampled.B, dual.B), 0.02);
    EXPECT_LT(sampled.constraint_violation, 1e-9);
}

// Of forces in all directions, along normals, and of the patterns of a contact.
TEST_F(SampledLoads, TurnWithTheBody) {
    Rng rng(4);
    const Mat3 R = testing::random_rotation(rng);
    TetMesh turned = mesh;
    turned.X = mesh.X * R.transpose();
    const auto loads_of = [&](const TetMesh& one) {
        const LoadDistribution spread = sum_of(loads_within(mass, near_end), pressing_loads(one, near_end));
        return sum_of(spread, contact_patch(one, near_end));
    };
    const Matrix held_turned = mass.asDiagonal() * rig_jacobian(turned.X, affine_handle(turned).W);
    const auto expect_turned = [&](const Matrix& plain, const Matrix& B) {
        ASSERT_EQ(B.cols(), plain.cols());
        Matrix expected = plain;
        for (Index i = 0; i < mesh.vertex_count(); ++i) {
            expected.middleRows<3>(3 * i) = R * plain.middleRows<3>(3 * i);
        }
        EXPECT_LT(outside(expected, B), 1e-6);
    };
    const LoadSampling sampling{.count = 7, .samples = 20, .seed = 3};
    expect_turned(greens_functions(mesh, material, held, loads_of(mesh), sampling).value(),
                  greens_functions(turned, material, held_turned, loads_of(turned), sampling).value());
    expect_turned(sampled_response_modes(mesh, material, held, loads_of(mesh), sampling).value().B,
                  sampled_response_modes(turned, material, held_turned, loads_of(turned), sampling).value().B);
}

TEST_F(SampledLoads, OfAFreeBodyHaveItsAffineMotions) {
    const Matrix free(mesh.vertex_count(), 0);
    const LoadDistribution loads = loads_within(mass, near_end);
    EXPECT_EQ(greens_functions(mesh, material, free, loads, {.count = 4}).value().cols(), 4 + 12);
    EXPECT_EQ(sampled_response_modes(mesh, material, free, loads, {.count = 4}).value().B.cols(), 4 + 12);
}

TEST_F(SampledLoads, OfAPinnedBodyStayAtThePins) {
    const Vector pinned = (mesh.X.col(0).array() < 0.3).cast<double>();
    const Supports supports(Matrix(mesh.vertex_count(), 0), pinned);
    const LoadDistribution loads = loads_everywhere(mass);
    const auto expect_still = [&](const Matrix& B) {
        ASSERT_EQ(B.cols(), 20);
        const Matrix at_pins = Vector(pinned.transpose().replicate(3, 1).reshaped()).asDiagonal() * B;
        EXPECT_LT(at_pins.cwiseAbs().maxCoeff(), 1e-3 * B.cwiseAbs().maxCoeff());
    };
    expect_still(greens_functions(mesh, material, supports, loads, {.count = 20}).value());
    expect_still(sampled_response_modes(mesh, material, supports, loads, {.count = 20, .samples = 40}).value().B);
}

TEST_F(SampledLoads, HaveNoColumnsOfForcesThatThePinsBear) {
    const Vector pinned = (mesh.X.col(0).array() < 0.3).cast<double>();
    Vector loaded = pinned;
    loaded.tail(2).setOnes();
    const Supports supports(Matrix(mesh.vertex_count(), 0), pinned);
    const LoadDistribution loads = loads_within(mass, loaded);
    const LoadSampling sampling{.count = 20, .samples = 40};
    EXPECT_EQ(sampled_response_modes(mesh, material, supports, loads, sampling).value().B.cols(), 6);
    EXPECT_EQ(greens_functions(mesh, material, supports, loads, sampling).value().cols(), 2);
}

TEST_F(SampledLoads, RefuseLoadsThatAreNotValid) {
    EXPECT_FALSE(greens_functions(mesh, material, held, no_loads(mass.size()), {}));
    EXPECT_FALSE(sampled_response_modes(mesh, material, held, no_loads(2), {}));
    EXPECT_FALSE(sampled_response_modes(mesh, material, held, loads_everywhere(mass), {.samples = 0}));
}

} // namespace
} // namespace limber
