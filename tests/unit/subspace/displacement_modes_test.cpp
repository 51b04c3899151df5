// SPDX-License-Identifier: MIT
#include "engine/subspace/displacement_modes.h"

#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "tests/oracle/dense_pencil.h"
#include "tests/oracle/textbook_operators.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

using ::testing::HasSubstr;

Material soft_material(const TetMesh& mesh) {
    return uniform_material({1e5, 0.3, 1000.0}, mesh.tet_count());
}

Vector wide_mass(const TetMesh& mesh) {
    return lumped_mass(mesh, soft_material(mesh).density).transpose().replicate(3, 1).reshaped();
}

DisplacementModes modes_of(const TetMesh& mesh, Index count) {
    const auto solved = displacement_modes(mesh, soft_material(mesh), {.count = count});
    EXPECTS(solved);
    return solved.value();
}

TetMesh side_by_side(const TetMesh& a, TetMesh b, double apart) {
    b.X.col(0).array() += apart;
    b.T.array() += static_cast<int>(a.vertex_count());
    TetMesh both;
    both.X.resize(a.vertex_count() + b.vertex_count(), 3);
    both.X << a.X, b.X;
    both.T.resize(a.tet_count() + b.tet_count(), 4);
    both.T << a.T, b.T;
    return both;
}

// An asymmetric bar, so that no result depends on the last digit.
TetMesh uneven_bar() {
    Rng rng(3);
    TetMesh mesh = testing::bar_mesh(2, 3, 10, Vec3(0.3, 0.5, 2.0));
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    return mesh;
}

TEST(DisplacementModes, AreMassOrthonormalWithoutRigidMotion) {
    const TetMesh mesh = uneven_bar();
    const DisplacementModes modes = modes_of(mesh, 10);
    const Vector M = wide_mass(mesh);
    EXPECT_LE((modes.D.transpose() * M.asDiagonal() * modes.D - Matrix::Identity(10, 10)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_TRUE(std::is_sorted(modes.lambda.begin(), modes.lambda.end()));
    EXPECT_GT(modes.lambda(0), 1.0);
    EXPECT_LE(modes.residual_max, 1e-8);
    const SparseMatrix K = rest_hessian(mesh, soft_material(mesh));
    const Matrix residual = K * modes.D - M.asDiagonal() * modes.D * modes.lambda.asDiagonal();
    EXPECT_LE(residual.norm(), 1e-6 * (K * modes.D).norm());
    for (Index v = 0; v < 10; ++v) {
        const Points m_d = lumped_mass(mesh, soft_material(mesh).density).asDiagonal() * modes.displacement(v);
        Vec3 turn = Vec3::Zero();
        for (Index i = 0; i < m_d.rows(); ++i) {
            turn += Vec3(mesh.X.row(i)).cross(Vec3(m_d.row(i)));
        }
        EXPECT_LT(m_d.colwise().sum().norm(), 1e-8 * m_d.norm()) << v;
        EXPECT_LT(turn.norm(), 1e-8 * m_d.norm()) << v;
    }
}

TEST(DisplacementModes, EqualTheDenseSolutionAtAnyPoissonsRatio) {
    const TetMesh mesh = testing::bar_mesh(2, 2, 5, Vec3(0.3, 0.4, 1.0));
    for (const double poisson : {0.0, 0.3, 0.45, -1.0}) {
        Material material = uniform_material({1e5, std::max(poisson, 0.0), 1000.0}, mesh.tet_count());
        if (poisson < 0.0) { // of several ratios
            material.poisson.head(mesh.tet_count() / 2).setConstant(0.45);
        }
        const oracle::TextbookOperators textbook = oracle::textbook_operators(mesh, material, affine_handle(mesh));
        const Vector expected = oracle::dense_pencil(oracle::textbook_stiffness(textbook), textbook.M, {}).values;
        const Vector lambda = displacement_modes(mesh, material, {.count = 8}).value().lambda;
        for (Index v = 0; v < lambda.size(); ++v) {
            EXPECT_NEAR(lambda(v), expected(6 + v), 1e-8 * expected(6 + v)) << poisson << ", mode " << v;
        }
    }
}

TEST(DisplacementModes, OfTwoBodiesMoveNeitherRigidly) {
    const TetMesh mesh = side_by_side(uneven_bar(), testing::bar_mesh(3, 2, 8, Vec3(0.4, 0.3, 1.6)), 3.0);
    const DisplacementModes modes = modes_of(mesh, 6);
    EXPECT_GT(modes.lambda(0), 0.1 * modes_of(uneven_bar(), 1).lambda(0));
}

TEST(DisplacementModes, RotateWithTheBody) {
    Rng rng(8);
    const TetMesh mesh = uneven_bar();
    Affine turn;
    turn << testing::random_rotation(rng), testing::random_vector(rng, 2.0);
    const DisplacementModes modes = modes_of(mesh, 8);
    const DisplacementModes same = modes_of(testing::transformed(mesh, turn), 8);
    for (Index v = 0; v < 8; ++v) {
        const Points expected = modes.displacement(v) * turn.leftCols<3>().transpose();
        EXPECT_LT((same.displacement(v) - expected).norm(), 1e-6 * expected.norm()) << v;
    }
}

TEST(DisplacementModes, BoundToARegionStayInTheRegion) {
    const TetMesh mesh = uneven_bar();
    const Vector region = mesh.X.col(2).unaryExpr([](double z) { return z > 1.3 ? 1.0 : 0.0; });
    const auto solved = bound_displacement_modes(mesh, soft_material(mesh), region, {.count = 4});
    ASSERT_TRUE(solved) << sentence(solved.error());
    for (Index v = 0; v < 4; ++v) {
        const Vector size = solved.value().displacement(v).rowwise().norm();
        const double outside = size.cwiseProduct(Vector(1.0 - region.array())).maxCoeff();
        EXPECT_LT(outside, 0.05 * size.maxCoeff()) << v;
    }
    const Vector nowhere = Vector::Zero(mesh.vertex_count());
    const auto refused = bound_displacement_modes(mesh, soft_material(mesh), nowhere, {.count = 4});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("no vertex"));
}

TEST(DisplacementModes, BoundToTheWholeBodyEqualTheFreeModes) {
    const TetMesh mesh = uneven_bar();
    const DisplacementModes floating = modes_of(mesh, 4);
    const auto bound =
        bound_displacement_modes(mesh, soft_material(mesh), Vector::Ones(mesh.vertex_count()), {.count = 4});
    ASSERT_TRUE(bound) << sentence(bound.error());
    EXPECT_LT((bound.value().lambda - floating.lambda).norm(), 1e-8 * floating.lambda.norm());
    EXPECT_LT((bound.value().D - floating.D).norm(), 1e-6);
}

TEST(DisplacementModes, BoundToOneOfTwoBodiesDeformThatBodyOnly) {
    const TetMesh other = testing::bar_mesh(3, 2, 8, Vec3(0.4, 0.3, 1.6));
    const TetMesh mesh = side_by_side(uneven_bar(), other, 3.0);
    Vector region = Vector::Zero(mesh.vertex_count());
    region.head(uneven_bar().vertex_count()).setOnes();
    const auto bound = bound_displacement_modes(mesh, soft_material(mesh), region, {.count = 4});
    ASSERT_TRUE(bound) << sentence(bound.error());
    const Vector alone = modes_of(uneven_bar(), 4).lambda;
    EXPECT_LT((bound.value().lambda - alone).norm(), 1e-6 * alone.norm());
    const Index others = 3 * other.vertex_count();
    EXPECT_LT(bound.value().D.bottomRows(others).norm(), 1e-6 * bound.value().D.norm());
}

TEST(DisplacementModes, RejectMoreModesThanTheMeshSupportsAndStopWhenCancelled) {
    const TetMesh tet = testing::one_tet();
    EXPECT_EQ(displacement_modes(tet, soft_material(tet), {.count = 6}).value().D.cols(), 6);
    EXPECT_EQ(displacement_modes(tet, soft_material(tet), {.count = 7}).error().kind, ErrorKind::bad_input);
    EXPECT_EQ(displacement_modes(tet, soft_material(tet), {.count = 0}).error().where, "muscles");
    const TetMesh mesh = uneven_bar();
    Progress progress;
    progress.cancel();
    EXPECT_EQ(displacement_modes(mesh, soft_material(mesh), {}, &progress).error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber
