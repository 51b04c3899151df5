// SPDX-License-Identifier: MIT
#include "engine/model/reduced_model.h"

#include "engine/model/body_point.h"
#include "engine/model/modal_coordinates.h"
#include "engine/model/projection.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>

namespace limber::testing {
namespace {

TEST(ModalCoordinates, DiagonaliseBothMatricesAndDropDependentDirections) {
    Rng rng(1);
    Matrix A = Matrix::NullaryExpr(6, 8, [&] { return rng.normal(); });
    const Matrix M = A.transpose() * A;
    const Matrix L = Matrix(Vector::LinSpaced(8, 1.0, 8.0).asDiagonal());
    const auto [T, stiffness] = modal_coordinates(M, L);
    ASSERT_EQ(T.cols(), 6);
    EXPECT_LT((T.transpose() * M * T - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((T.transpose() * L * T - Matrix(stiffness.asDiagonal())).cwiseAbs().maxCoeff(),
              1e-9 * stiffness.maxCoeff());
}

TEST(ModalCoordinates, AreMassOrthonormalForANearlyDependentBasis) {
    Rng rng(2);
    Matrix A = Matrix::NullaryExpr(20, 6, [&] { return rng.normal(); });
    A.col(5) = A.col(4) + 1e-4 * A.col(5);
    const auto [T, stiffness] = modal_coordinates(A.transpose() * A, Matrix::Identity(6, 6));
    ASSERT_EQ(T.cols(), 6);
    EXPECT_LT((T.transpose() * (A.transpose() * A) * T - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(ModalCoordinates, SpanOnlyWhatTheConstraintAllows) {
    Rng rng(3);
    const auto random = [&](Index rows, Index columns) -> Matrix {
        return Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); });
    };
    const Matrix A = random(20, 9);
    Matrix C = random(9, 4);
    C.col(3) = 2.0 * C.col(0) - C.col(1); // repeats two others
    const auto [T, stiffness] = modal_coordinates(A.transpose() * A, Matrix::Identity(9, 9), C);
    ASSERT_EQ(T.cols(), 6);
    EXPECT_LT((C.transpose() * T).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((T.transpose() * (A.transpose() * A) * T - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((T.transpose() * T - Matrix(stiffness.asDiagonal())).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(ReducedModel, HasUnitMassAndTheReferenceStiffnessInModalCoordinates) {
    const LivingBar bar = living_bar(1, 3);
    const ReducedModel model = bar.model();
    const oracle::TextbookBody body = bar.reduced_body();
    ASSERT_EQ(model.coordinate_count(), 12);
    const Matrix B = skinning_basis(bar.mesh.X, bar.W, model.frame) * model.T;
    const Vector mass = lumped_mass(bar.mesh, bar.material.density);
    EXPECT_LT((B.transpose() * mass.asDiagonal() * B - Matrix::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-10);
    const Index n = bar.mesh.vertex_count();
    const Matrix L = body.operators.L.topLeftCorner(n, n);
    EXPECT_LT((B.transpose() * L * B - Matrix(model.stiffness.asDiagonal())).cwiseAbs().maxCoeff(),
              1e-10 * model.stiffness.maxCoeff());
    EXPECT_NEAR(model.mass, mass.sum(), 1e-9);
}

TEST(ReducedModel, ClusterGradientsAreTheIdentityAtRest) {
    const LivingBar bar = living_bar(2, 3);
    const ReducedModel model = bar.model();
    AffineStack P(8, 3);
    P << identity_affine().transpose(), identity_affine().transpose();
    const ClusterSet& set = model.sets.front();
    const Matrix F = unpacked(set.GKJ, set.cluster_count, set.rig_count) * P;
    for (Index c = 0; c < model.cluster_count(); ++c) {
        EXPECT_LT((F.middleRows<3>(3 * c) - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST(ReducedModel, StoresClustersSideBySideAndPadsTheLastBlockWithZeros) {
    Rng rng(3);
    const Index clusters = 21;
    const Index columns = 5;
    const Matrix GKB = Matrix::NullaryExpr(3 * clusters, columns, [&] { return rng.normal(); });
    const Vector w = Vector::NullaryExpr(clusters, [&] { return rng.uniform(1.0, 2.0); });
    const ClusterSet set = cluster_set(GKB, GKB, w, 2.0 * w);
    EXPECT_EQ(unpacked(set.GKB, clusters, columns), GKB);
    ASSERT_EQ(set.block_count(), 2u);
    // Block 1, column 3, axis y, lane 4: cluster 20.
    EXPECT_EQ(set.GKB[((1 * 5 + 3) * 3 + 1) * cluster_lanes + 4], GKB(3 * 20 + 1, 3));
    EXPECT_EQ(set.GKB[((1 * 5 + 3) * 3 + 1) * cluster_lanes + 5], 0.0);
    EXPECT_EQ(set.w[20], w(20));
    EXPECT_EQ(set.w[21], 0.0);
    EXPECT_EQ(set.l_single[7], static_cast<float>(2.0 * w(7)));
}

TEST(ReducedModel, UsesSeparateVolumeClustersOnlyForAVaryingPoissonsRatio) {
    LivingBar bar = living_bar(3, 3);
    EXPECT_EQ(bar.model().sets.size(), 1u);
    EXPECT_FALSE(bar.model().sets.front().has_volume_term());
    bar.material.poisson.setConstant(0.4);
    const ReducedModel uniform = bar.model();
    ASSERT_EQ(uniform.sets.size(), 1u);
    // lambda / 2 mu = nu / (1 - 2 nu)
    EXPECT_NEAR(uniform.sets.front().l[0] / uniform.sets.front().w[0], 2.0, 1e-9);
    EXPECT_NEAR(uniform.lambda_ratio_max, 2.0, 1e-9);
    bar.material.poisson(0) = 0.1;
    const ReducedModel varied = bar.model();
    ASSERT_EQ(varied.sets.size(), 2u);
    EXPECT_FALSE(varied.sets[0].has_volume_term());
    EXPECT_EQ(varied.sets[1].w[0], 0.0);
    EXPECT_GT(varied.sets[1].l[0], 0.0);
}

TEST(ReducedModel, RejectsDataOfAnotherMesh) {
    const LivingBar bar = living_bar(4, 3);
    LivingBar other = bar;
    other.W.conservativeResize(10, 3);
    EXPECT_FALSE(reduced_model(other.mesh, other.material, other.rig, other.W, other.clusters));
    other = bar;
    other.clusters.of_tet.pop_back();
    EXPECT_FALSE(reduced_model(other.mesh, other.material, other.rig, other.W, other.clusters));
    other = bar;
    other.rig.W.conservativeResize(10, 2);
    EXPECT_FALSE(reduced_model(other.mesh, other.material, other.rig, other.W, other.clusters));
    other = bar;
    other.W(3, 1) = std::numeric_limits<double>::quiet_NaN();
    const auto refused = reduced_model(other.mesh, other.material, other.rig, other.W, other.clusters);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
}

TEST(ReducedModel, StopsWhenCancelled) {
    const LivingBar bar = living_bar(5, 3);
    Progress progress;
    progress.cancel();
    const auto stopped = reduced_model(bar.mesh, bar.material, bar.rig, bar.W, bar.clusters, &progress);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
}

TEST(Projection, IsExactForMotionsInTheNewSubspace) {
    const LivingBar few = living_bar(6, 2);
    LivingBar many = living_bar(6, 4);
    many.W.leftCols(2) = few.W;
    const ReducedModel from = few.model();
    const ReducedModel to = many.model();
    State state = rest_state(from, dancing_maps(few, 1));
    Rng rng(6);
    for (Index i = 0; i < state.Z.size(); ++i) {
        state.Z.data()[i] = rng.normal();
    }
    State carried = rest_state(to, state.P);
    const Vector mass = lumped_mass(few.mesh, few.material.density);
    carried.Z = projection_between(to, many.W, from, few.W, few.mesh.X, mass) * state.Z;
    EXPECT_LT((positions(many, to, carried) - positions(few, from, state)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(BodyPoint, MatchesTheReconstruction) {
    const LivingBar bar = living_bar(7, 3);
    const ReducedModel model = bar.model();
    Rng rng(7);
    State state = rest_state(model, dancing_maps(bar, 2));
    for (Index i = 0; i < state.Z.size(); ++i) {
        state.Z.data()[i] = 0.1 * rng.normal();
    }
    const Points x = positions(bar, model, state);
    for (int i = 0; i < 10; ++i) {
        const auto [handle, spring] = random_handle(bar, model, rng);
        const Vec3 at =
            (handle.point.phi.transpose() * state.Z + handle.point.rig_row.transpose() * state.P).transpose();
        EXPECT_LT((at - Vec3(x.transpose() * spring.row)).norm(), 1e-11);
    }
}

} // namespace
} // namespace limber::testing
