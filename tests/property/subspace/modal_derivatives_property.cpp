// SPDX-License-Identifier: MIT
#include "engine/subspace/modal_derivatives.h"

#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/skinning_basis.h"
#include "tests/support/meshes.h"
#include "tests/support/seen_fractions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace limber {
namespace {

TetMesh bent_bar() {
    TetMesh mesh = testing::bar_mesh(9, 3, 3, Vec3(3.0, 1.0, 0.8));
    Rng rng(7);
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    return mesh;
}

Material soft_rubber(const TetMesh& mesh) {
    return uniform_material({.young = 2e4, .poisson = 0.3}, mesh.tet_count());
}

Vector mass_on_axes(const TetMesh& mesh, const Material& material) {
    return lumped_mass(mesh, material.density).transpose().replicate(3, 1).reshaped();
}

// Holds the mean affine motion.
Matrix mean_motion_of(const TetMesh& mesh, const Material& material) {
    const Points Y = in_frame(mesh.X, rest_frame(mesh.X));
    Matrix C(mesh.vertex_count(), 4);
    C << Y, Vector::Ones(mesh.vertex_count());
    return lumped_mass(mesh, material.density).asDiagonal() * C;
}

Points as_rows(const Vector& displacement) {
    return Eigen::Map<const Points>(displacement.data(), displacement.size() / 3, 3);
}

Vector flattened(const Points& rows) {
    return Eigen::Map<const Vector>(rows.data(), rows.size());
}

TEST(ModalDerivativeLaws, ProgressGrowsOverTheModesAndTheirDerivatives) {
    const TetMesh mesh = bent_bar();
    const Material material = soft_rubber(mesh);
    const Matrix C = mean_motion_of(mesh, material);
    const std::vector<double> fractions = testing::seen_fractions(
        [&](Progress& progress) { ASSERT_TRUE(modal_derivative_basis(mesh, material, C, 60, &progress)); });
    EXPECT_TRUE(std::ranges::is_sorted(fractions)) << ::testing::PrintToString(fractions);
    EXPECT_GT(fractions.back(), 0.8);
}

TEST(ModalDerivativeLaws, CurvatureOfTheGradientEqualsItsFiniteDifferences) {
    const TetMesh mesh = bent_bar();
    const Material material = soft_rubber(mesh);
    Rng rng(3);
    for (int i = 0; i < 5; ++i) {
        const Points u = testing::shaken(Points::Zero(mesh.vertex_count(), 3), 1.0, rng);
        const Points v = testing::shaken(Points::Zero(mesh.vertex_count(), 3), 1.0, rng);
        const Points curvature = rest_gradient_curvature(mesh, material, u, v);
        EXPECT_LT((rest_gradient_curvature(mesh, material, v, u) - curvature).norm(), 1e-12 * curvature.norm());
        const double e = 1e-4;
        const auto at = [&](double s, double t) {
            return elastic_gradient(mesh, material, mesh.X + e * s * u + e * t * v);
        };
        const Points difference = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4.0 * e * e);
        EXPECT_LT((difference - curvature).norm(), 1e-4 * curvature.norm());
    }
}

// A rotation exp(t w) costs nothing, so that the curvature along w and the Hessian at w w cancel.
TEST(ModalDerivativeLaws, RotationsCostNothingToSecondOrder) {
    const TetMesh mesh = bent_bar();
    const Material material = soft_rubber(mesh);
    const Vec3 w(0.3, -0.7, 0.5);
    Mat3 W;
    W << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
    const Points u = mesh.X * W.transpose();
    const Points uu = mesh.X * (W * W).transpose();
    const Points curvature = rest_gradient_curvature(mesh, material, u, u);
    const Vector forces = rest_hessian(mesh, material) * flattened(uu);
    EXPECT_GT(forces.norm(), 1.0);
    EXPECT_LT((flattened(curvature) + forces).norm(), 1e-10 * forces.norm());
}

// Under the load a K phi, a phi is in equilibrium to first order and a phi + a^2 Psi / 2 to second.
TEST(ModalDerivativeLaws, DerivativesBalanceLargeModesToSecondOrder) {
    const TetMesh mesh = bent_bar();
    const Material material = soft_rubber(mesh);
    const Matrix none(mesh.vertex_count(), 0);
    const auto found = constrained_displacement_modes(mesh, material, none, {.count = 9}).value();
    const Matrix rigid = found.D.leftCols(6);
    const Matrix modes = found.D.rightCols(3);
    const Matrix Psi = modal_derivatives(mesh, material, none, rigid, modes, found.lambda(6)).value();
    ASSERT_EQ(Psi.cols(), 6);
    const Vector mass = mass_on_axes(mesh, material);
    EXPECT_LT((rigid.transpose() * mass.asDiagonal() * Psi).norm(),
              1e-6 * (mass.cwiseSqrt().asDiagonal() * Psi).norm());
    const SparseMatrix K = rest_hessian(mesh, material);
    for (Index i = 0; i < 3; ++i) {
        const auto unbalanced = [&](double a, bool corrected) {
            const Vector u = a * modes.col(i) + (corrected ? 0.5 * a * a : 0.0) * Psi.col(i * (i + 1) / 2 + i);
            Vector rest = flattened(elastic_gradient(mesh, material, mesh.X + as_rows(u))) - a * (K * modes.col(i));
            // What rigid motions feel is the load's, whose moment follows the motion.
            const Matrix Q = mass.asDiagonal() * rigid;
            rest -= Q * (rigid.transpose() * rest);
            return rest.norm() / (a * (K * modes.col(i)).norm());
        };
        const double a = 1e-3 / modes.col(i).cwiseAbs().maxCoeff();
        EXPECT_NEAR(unbalanced(a, false) / unbalanced(a / 2, false), 2.0, 0.1);
        EXPECT_NEAR(unbalanced(a, true) / unbalanced(a / 2, true), 4.0, 0.3);
        EXPECT_LT(unbalanced(a, true), 0.1 * unbalanced(a, false));
    }
}

TEST(ModalDerivativeLaws, BasisIsOrthonormalAndSatisfiesTheConstraints) {
    const TetMesh mesh = bent_bar();
    const Material material = soft_rubber(mesh);
    const Vector mass = mass_on_axes(mesh, material);
    for (const bool is_held : {false, true}) {
        const Matrix C = is_held ? mean_motion_of(mesh, material) : Matrix(mesh.vertex_count(), 0);
        for (const Index count : {1, 7, 12, 36}) {
            const auto basis = modal_derivative_basis(mesh, material, C, count).value();
            EXPECT_EQ(basis.B.cols(), count);
            const Matrix gram = basis.B.transpose() * mass.asDiagonal() * basis.B;
            EXPECT_LT((gram - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(), 1e-8);
            for (Index axis = 0; axis < 3; ++axis) {
                const Matrix rows = basis.B(Eigen::seq(axis, Eigen::last, Eigen::fix<3>), Eigen::all);
                EXPECT_LE((C.transpose() * rows).norm(), 1e-7 * C.norm() * rows.norm());
            }
        }
        EXPECT_EQ(modal_derivative_basis(mesh, material, C, 36).value().modes, is_held ? 8 : 6 + 7);
    }
}

// The distance of a rotated displacement of the subspace from it: none for skinning subspaces, but much for modes.
TEST(ModalDerivativeLaws, SubspaceFollowsARotatedMeshButIsNotClosedUnderRotation) {
    const TetMesh mesh = bent_bar();
    const Material material = soft_rubber(mesh);
    const Matrix C = mean_motion_of(mesh, material);
    const Matrix B = modal_derivative_basis(mesh, material, C, 24).value().B;
    Rng rng(13);
    const Mat3 R = testing::random_rotation(rng);
    Matrix turned = B;
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        turned.middleRows(3 * i, 3) = R * B.middleRows(3 * i, 3);
    }
    Affine map;
    map << R, Vec3::Zero();
    const TetMesh turned_mesh = testing::transformed(mesh, map);
    const Matrix B_of_turned =
        modal_derivative_basis(turned_mesh, material, mean_motion_of(turned_mesh, material), 24).value().B;
    const Vector mass = mass_on_axes(mesh, material);
    const auto distance = [&](const Matrix& basis) {
        const Matrix rest = turned - basis * (basis.transpose() * (mass.asDiagonal() * turned));
        return (mass.cwiseSqrt().asDiagonal() * rest).norm() / std::sqrt(24.0);
    };
    EXPECT_LT(distance(B_of_turned), 1e-4);
    EXPECT_GT(distance(B), 0.3);
}

TEST(ModalDerivativeLaws, BadCountsAreRefused) {
    const TetMesh mesh = testing::bar_mesh(1, 1, 1);
    const Material material = soft_rubber(mesh);
    const Matrix none(mesh.vertex_count(), 0);
    EXPECT_EQ(modal_derivative_basis(mesh, material, none, 0).error().kind, ErrorKind::bad_input);
    const auto too_many = modal_derivative_basis(mesh, material, none, 40);
    ASSERT_FALSE(too_many);
    EXPECT_EQ(too_many.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(too_many.error().where, "modes");
    Progress progress;
    progress.cancel();
    EXPECT_EQ(
        modal_derivative_basis(bent_bar(), soft_rubber(bent_bar()), Matrix(bent_bar().vertex_count(), 0), 24, &progress)
            .error()
            .kind,
        ErrorKind::cancelled);
}

} // namespace
} // namespace limber
