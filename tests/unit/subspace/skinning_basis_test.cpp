// SPDX-License-Identifier: MIT
#include "engine/subspace/skinning_basis.h"

#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

Matrix random_matrix(Index rows, Index columns, Rng& rng) {
    return Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); });
}

TEST(RestFrame, CentresAndScalesTheBody) {
    Points X = testing::ball_mesh(3).X * 7.0;
    X.rowwise() += Eigen::RowVector3d(100.0, -20.0, 3.0);
    const Points Y = in_frame(X, rest_frame(X));
    EXPECT_LE(Y.colwise().mean().norm(), 1e-12);
    EXPECT_NEAR(Y.squaredNorm() / static_cast<double>(Y.rows()), 1.0, 1e-12);
}

TEST(RestFrame, OfASinglePointHasAScale) {
    const Points X = Points::Ones(1, 3);
    EXPECT_EQ(rest_frame(X).scale, 1.0);
    EXPECT_EQ(in_frame(X, rest_frame(X)), Points::Zero(1, 3));
}

TEST(SkinningBasis, SpansAffineMotionsIfAWeightIsConstant) {
    Rng rng(1);
    const Points X = testing::bar_mesh(3, 2, 1).X;
    const Matrix B = skinning_basis(X, Matrix::Constant(X.rows(), 1, 0.25), rest_frame(X));
    const Matrix gradient = random_matrix(3, 3, rng);
    const Matrix u = (X * gradient).rowwise() + Eigen::RowVector3d(1.0, 2.0, 3.0);
    const Matrix Z = Matrix(B.transpose() * B).ldlt().solve(Matrix(B.transpose() * u));
    EXPECT_LE((B * Z - u).norm(), 1e-12 * u.norm());
}

TEST(SkinningBasis, MapsInWorldSpaceActOnThePositions) {
    Rng rng(2);
    Points X = testing::bar_mesh(3, 2, 2).X * 3.0;
    X.rowwise() += Eigen::RowVector3d(5.0, -2.0, 30.0);
    const Matrix W = random_matrix(X.rows(), 3, rng);
    const RestFrame frame = rest_frame(X);
    const AffineStack Z = random_matrix(12, 3, rng);
    const Matrix u = skinning_basis(X, W, frame) * Z;
    const Matrix same = skinning_basis(X, W, RestFrame{}) * out_of_frame(Z, frame);
    EXPECT_LE((u - same).norm(), 1e-12 * u.norm());
}

TEST(SkinningBasis, OnThreeAxesMovesEachAxisAlike) {
    const Matrix B = (Matrix(2, 2) << 1, 2, 3, 4).finished();
    const Points Z = (Points(2, 3) << 5, 6, 7, -8, 9, 0.5).finished();
    const Points u = B * Z;
    EXPECT_EQ(on_three_axes(B) * Z.reshaped<Eigen::RowMajor>(), Vector(u.reshaped<Eigen::RowMajor>()));
}

} // namespace
} // namespace limber
