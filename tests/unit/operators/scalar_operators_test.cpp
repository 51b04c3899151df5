// SPDX-License-Identifier: MIT
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

TEST(Meshes, HavePositiveTetsThatFillTheirShape) {
    EXPECT_DOUBLE_EQ(tet_volumes(one_tet()).sum(), 1.0 / 6.0);
    EXPECT_DOUBLE_EQ(tet_volumes(two_tets()).sum(), 0.5);
    EXPECT_NEAR(tet_volumes(bar_mesh(4, 2, 3, Vec3(2.0, 0.5, 0.3))).sum(), 0.3, 1e-14);
    double gap = 1.0;
    for (const int n : {1, 2, 3, 6}) {
        const TetMesh ball = ball_mesh(n);
        const Vector volumes = tet_volumes(ball);
        EXPECT_EQ(ball.tet_count(), 20 * n * n * n);
        EXPECT_GT(volumes.minCoeff(), 0.2 * volumes.maxCoeff());
        const double now = 1.0 - volumes.sum() / (4.0 / 3.0 * M_PI);
        EXPECT_LT(now, gap);
        gap = now;
    }
    EXPECT_LT(gap, 0.03);
}

TEST(HatGradients, OfTheCornerTetAreKnown) {
    const auto g = hat_gradients(one_tet()).front();
    Eigen::Matrix<double, 4, 3> expected;
    expected << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
    EXPECT_TRUE(g.isApprox(expected));
}

TEST(GradientInTet, IsThatOfALinearFunction) {
    const TetMesh mesh = ball_mesh(2);
    const TetGradients hats = hat_gradients(mesh);
    const Mat3 G = (Mat3() << 1.0, 2.0, -3.0, 0.5, -4.0, 6.0, 0.25, 8.0, -1.0).finished();
    const Points u = Points(mesh.X * G.transpose()).rowwise() + Eigen::RowVector3d(3.0, -2.0, 7.0);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        EXPECT_LT((gradient_in_tet(u, mesh.T, t, hats[static_cast<std::size_t>(t)]) - G).norm(), 1e-12 * G.norm());
    }
}

TEST(LumpedMass, DistributesEachTetToItsVertices) {
    const TetMesh mesh = two_tets();
    const Vector mass = lumped_mass(mesh, Vector::Constant(2, 12.0));
    EXPECT_NEAR(mass[0], 12.0 / 6.0 / 4.0, 1e-15);
    EXPECT_NEAR(mass.sum(), 12.0 * tet_volumes(mesh).sum(), 1e-14);
}

TEST(Laplacian, EqualsTheDenseSumOverTets) {
    const TetMesh mesh = ball_mesh(2);
    const Vector coefficient = Vector::LinSpaced(mesh.tet_count(), 1.0, 5.0);
    const auto gradients = hat_gradients(mesh);
    Matrix dense = Matrix::Zero(mesh.vertex_count(), mesh.vertex_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto& g = gradients[static_cast<std::size_t>(t)];
        const Eigen::Matrix4d local = coefficient[t] * tet_volume(mesh, t) * g * g.transpose();
        for (int a = 0; a < 4; ++a) {
            for (int b = 0; b < 4; ++b) {
                dense(mesh.T(t, a), mesh.T(t, b)) += local(a, b);
            }
        }
    }
    const SparseMatrix L = stiffness_laplacian(mesh, coefficient);
    EXPECT_LT((Matrix(L) - dense).cwiseAbs().maxCoeff(), 1e-14 * dense.cwiseAbs().maxCoeff());
    EXPECT_TRUE(L.isCompressed());
    EXPECT_EQ((Matrix(L) - Matrix(L).transpose()).cwiseAbs().maxCoeff(), 0.0);
}

TEST(WeightSpaceHessian, EqualsTheLaplacianOfFourMuPlusLambda) {
    const TetMesh mesh = bar_mesh(2, 1, 1);
    const Material material = uniform_material({.young = 3e4, .poisson = 0.3, .density = 900.0}, mesh.tet_count());
    const double mu = 3e4 / 2.6;
    const double lambda = 3e4 * 0.3 / (1.3 * 0.4);
    const Matrix L = stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    EXPECT_TRUE(Matrix(weight_space_hessian(mesh, material)).isApprox((4.0 * mu + lambda) * L, 1e-13));
}

TEST(Operators, RejectCoefficientsForAnotherMesh) {
    EXPECT_THROW(static_cast<void>(stiffness_laplacian(one_tet(), Vector::Ones(2))), std::logic_error);
    EXPECT_THROW(static_cast<void>(lumped_mass(one_tet(), Vector::Ones(2))), std::logic_error);
}

} // namespace
} // namespace limber::testing
