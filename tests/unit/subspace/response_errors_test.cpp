// SPDX-License-Identifier: MIT
#include "engine/subspace/response_errors.h"

#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/rig.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/force_dual_modes.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace limber {
namespace {

class ResponseErrors : public ::testing::Test {
protected:
    TetMesh mesh = testing::bar_mesh(12, 3, 3, Vec3(2.0, 0.4, 0.35));
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Vector mass = lumped_mass(mesh, material.density);
    Rig rig = affine_handle(mesh);
    Matrix held = mass.asDiagonal() * rig_jacobian(mesh.X, rig.W);

    Vector errors_of(const Matrix& B, const LoadDistribution& observed) const {
        return response_errors(mesh, material, held, B, observed).value();
    }
};

// All columns reproduce every response; none is worse for more columns in the norm of the energy, and little in this.
TEST_F(ResponseErrors, VanishInTheSpanOfTheResponses) {
    const std::array springs{std::array{0, 20}, std::array{5, 40}, std::array{11, 60}};
    const LoadDistribution loads = spring_loads(mesh.X, springs);
    const Matrix B = force_dual_displacements(mesh, material, held, loads, 8).value().B;
    ASSERT_EQ(B.cols(), 3);
    const Vector errors = errors_of(B, loads);
    EXPECT_GT(errors(0), 1e-3);
    EXPECT_LT(errors(2), 1e-7);
}

TEST_F(ResponseErrors, AreThoseOfADenseSolution) {
    const std::array<std::array<int, 2>, 1> springs{{{0, 50}}};
    const LoadDistribution loads = spring_loads(mesh.X, springs); // one pattern: every sample has the same error
    const auto modes = constrained_displacement_modes(mesh, material, held, {.count = 12}).value();
    const Matrix response = force_dual_displacements(mesh, material, held, loads, 1).value().B;
    const SparseMatrix H = rest_hessian(mesh, material);
    const Vector on_axes = mass.transpose().replicate(3, 1).reshaped();
    // f = H u on the constraint, so that B'f = B'H u for columns B that satisfy it.
    const Vector z = (modes.D.transpose() * (H * response.col(0))).cwiseQuotient(modes.lambda);
    const Vector rest = response.col(0) - modes.D * z;
    const double expected = std::sqrt(rest.dot(on_axes.asDiagonal() * rest));
    EXPECT_NEAR(errors_of(modes.D, loads)(11), expected, 1e-6);
}

// Figure 16, for a load that pushes a part of the body as a whole, in any direction: the nearer the prior to it, the
// smaller the error with the same number of modes; for the matching prior at least ten times smaller than that of
// linear modal analysis. Forces that differ from vertex to vertex have no such small subspace.
TEST_F(ResponseErrors, FallWithThePriorThatMatches) {
    const auto region = [&](double radius) {
        return share_of({Vec3(1.3, 0.4, 0.2), radius, 400.0}, mesh.X);
    };
    LoadDistribution observed = no_loads(mass.size());
    observed.patterns = Matrix(3 * mass.size(), 3);
    const Vector share = region(0.15);
    for (Index i = 0; i < mass.size(); ++i) {
        observed.patterns.middleRows<3>(3 * i) = mass(i) * share(i) * Mat3::Identity();
    }
    Vector wider = errors_of(constrained_displacement_modes(mesh, material, held, {.count = 24}).value().D, observed);
    const Vector of_modal = wider;
    for (const double radius : {1.0, 0.5, 0.3, 0.15}) {
        const LoadDistribution prior = loads_within(mass, region(radius));
        const Vector errors = errors_of(force_dual_displacements(mesh, material, held, prior, 24).value().B, observed);
        for (const Index count : {8, 12, 24}) {
            EXPECT_LT(errors(count - 1), wider(count - 1)) << "radius " << radius << ", modes " << count;
        }
        wider = errors;
    }
    for (const Index count : {8, 12, 24}) {
        EXPECT_LT(wider(count - 1), 0.1 * of_modal(count - 1)) << count;
    }
}

// Of few samples, which are the same forces if they turn with the body.
TEST_F(ResponseErrors, OfATurnedBodyAreTheSame) {
    Rng rng(5);
    const Mat3 R = testing::random_rotation(rng);
    TetMesh turned = mesh;
    turned.X = mesh.X * R.transpose();
    const Matrix held_turned = mass.asDiagonal() * rig_jacobian(turned.X, affine_handle(turned).W);
    const LoadDistribution loads = loads_within(mass, share_of({Vec3(1.3, 0.4, 0.2), 0.1, 400.0}, mesh.X));
    const Matrix B = constrained_displacement_modes(mesh, material, held, {.count = 10}).value().D;
    Matrix B_turned = B;
    for (Index i = 0; i < mass.size(); ++i) {
        B_turned.middleRows<3>(3 * i) = R * B.middleRows<3>(3 * i);
    }
    const ResponseErrorOptions options{.samples = 2};
    const Vector errors = response_errors(mesh, material, held, B, loads, options).value();
    const Vector of_turned = response_errors(turned, material, held_turned, B_turned, loads, options).value();
    EXPECT_LT((of_turned - errors).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_F(ResponseErrors, RefuseLoadsThatAreNotValid) {
    EXPECT_FALSE(response_errors(mesh, material, held, Matrix::Ones(3 * mass.size(), 1), no_loads(mass.size())));
    EXPECT_FALSE(response_errors(mesh, material, held, Matrix(3 * mass.size(), 0), loads_everywhere(mass)));
}

} // namespace
} // namespace limber
