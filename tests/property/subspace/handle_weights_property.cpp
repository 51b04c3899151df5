// SPDX-License-Identifier: MIT
#include "engine/subspace/handle_weights.h"

#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace limber {
namespace {

TetMesh shaken_bar() {
    TetMesh mesh = testing::bar_mesh(10, 4, 3, Vec3(3.0, 1.1, 0.8));
    Rng rng(5);
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    return mesh;
}

TetMesh two_bars() {
    const TetMesh one = testing::bar_mesh(3, 2, 2);
    TetMesh both = one;
    both.X.resize(2 * one.X.rows(), 3);
    both.X << one.X, one.X.rowwise() + Eigen::RowVector3d(4.0, 0.0, 0.0);
    both.T.resize(2 * one.T.rows(), 4);
    both.T << one.T, one.T.array() + static_cast<int>(one.X.rows());
    return both;
}

HandleWeights weights_of(const TetMesh& mesh, const std::vector<int>& handles) {
    return bounded_biharmonic_weights(mesh, handles).value();
}

TEST(HandleWeightLaws, WeightsLieBetweenZeroAndOneAndSumToOne) {
    const TetMesh mesh = shaken_bar();
    for (const Index count : {1, 2, 5, 11}) {
        const auto handles = spread_handles(mesh, count).value();
        const HandleWeights weights = weights_of(mesh, handles);
        EXPECT_GE(weights.W.minCoeff(), 0.0);
        EXPECT_LE(weights.W.maxCoeff(), 1.0);
        EXPECT_LT((weights.W.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-12);
        const Matrix at_handles = weights.W(handles, Eigen::all);
        EXPECT_EQ(at_handles, Matrix::Identity(count, count));
        EXPECT_LT(weights.residual_max, 1e-8);
    }
}

// The gradient of the bilaplacian's energy vanishes inside the bounds, and points out of the box at a bound; the
// problem is convex, so that this is the solution.
TEST(HandleWeightLaws, WeightsSatisfyTheOptimalityConditions) {
    const TetMesh mesh = shaken_bar();
    const auto handles = spread_handles(mesh, 6).value();
    const HandleWeights weights = weights_of(mesh, handles);
    SparseMatrix A = bilaplacian(mesh);
    A /= A.diagonal().mean();
    const Matrix gradients = A * weights.optimal;
    Index at_zero = 0;
    for (Index j = 0; j < 6; ++j) {
        for (int i = 0; i < static_cast<int>(mesh.vertex_count()); ++i) {
            if (std::ranges::find(handles, i) != handles.end()) {
                continue;
            }
            const double w = weights.optimal(i, j);
            const double g = gradients(i, j);
            at_zero += w < 1e-6 ? 1 : 0;
            EXPECT_TRUE(w < 1e-6 || g < 1e-7) << w << " " << g;
            EXPECT_TRUE(w > 1.0 - 1e-6 || g > -1e-7) << w << " " << g;
        }
    }
    EXPECT_GT(at_zero, 20); // the bounds matter
}

// Without its bounds, the problem is a linear system.
TEST(HandleWeightLaws, BoundsCostEnergy) {
    const TetMesh mesh = shaken_bar();
    const auto handles = spread_handles(mesh, 5).value();
    const HandleWeights weights = weights_of(mesh, handles);
    const Matrix A = bilaplacian(mesh);
    std::vector<int> free;
    for (int i = 0; i < static_cast<int>(mesh.vertex_count()); ++i) {
        if (std::ranges::find(handles, i) == handles.end()) {
            free.push_back(i);
        }
    }
    Matrix unbounded = Matrix::Zero(mesh.vertex_count(), 5);
    unbounded(handles, Eigen::all) = Matrix::Identity(5, 5);
    unbounded(free, Eigen::all) = -Matrix(A(free, free)).llt().solve(Matrix(A(free, handles)));
    EXPECT_LT(unbounded.minCoeff(), -1e-3);
    for (Index j = 0; j < 5; ++j) {
        const double free_energy = unbounded.col(j).dot(A * unbounded.col(j));
        const double clamped_energy = Vector(unbounded.col(j).cwiseMax(0.0).cwiseMin(1.0))
                                          .dot(A * Vector(unbounded.col(j).cwiseMax(0.0).cwiseMin(1.0)));
        const double energy = weights.optimal.col(j).dot(A * weights.optimal.col(j));
        EXPECT_GE(energy, free_energy * (1.0 - 1e-9));
        EXPECT_LT(energy, clamped_energy * (1.0 + 1e-9));
    }
}

TEST(HandleWeightLaws, WeightsDependOnTheShapeAlone) {
    const TetMesh mesh = shaken_bar();
    const auto handles = spread_handles(mesh, 4).value();
    const Matrix W = weights_of(mesh, handles).W;
    Rng rng(11);
    Affine map;
    map << 2.5 * testing::random_rotation(rng), testing::random_vector(rng, 10.0);
    const TetMesh turned = testing::transformed(mesh, map);
    EXPECT_EQ(spread_handles(turned, 4).value(), handles);
    EXPECT_LT((weights_of(turned, handles).W - W).cwiseAbs().maxCoeff(), 1e-5);
    const auto order = testing::random_order(static_cast<int>(mesh.vertex_count()), rng);
    const TetMesh renumbered = testing::renumbered(mesh, order);
    const auto spread = spread_handles(renumbered, 4).value();
    for (std::size_t j = 0; j < 4; ++j) {
        EXPECT_EQ(order[static_cast<std::size_t>(spread[j])], handles[j]);
    }
    EXPECT_LT((weights_of(renumbered, spread).W - W(order, Eigen::all)).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(HandleWeightLaws, ThreadsDoNotChangeTheBits) {
    const TetMesh mesh = shaken_bar();
    const auto handles = spread_handles(mesh, 5).value();
    const Matrix one = bounded_biharmonic_weights(mesh, handles, {.threads = {1}}).value().W;
    EXPECT_EQ(bounded_biharmonic_weights(mesh, handles, {.threads = {4}}).value().W, one);
}

TEST(HandleWeightLaws, EachConnectedPartHasItsHandles) {
    const TetMesh mesh = two_bars();
    const Index half = mesh.vertex_count() / 2;
    const auto handles = spread_handles(mesh, 3).value();
    const Matrix W = weights_of(mesh, handles).W;
    for (std::size_t j = 0; j < 3; ++j) {
        const Index other = handles[j] < half ? half : 0;
        EXPECT_LT(W.col(static_cast<Index>(j)).segment(other, half).maxCoeff(), 1e-6);
    }
    EXPECT_NE(handles[0] < half, handles[1] < half);
}

TEST(HandleWeightLaws, BadHandlesAreRefused) {
    const TetMesh mesh = two_bars();
    const auto kind = [&](const std::vector<int>& handles) {
        return bounded_biharmonic_weights(mesh, handles).error().kind;
    };
    EXPECT_EQ(kind({}), ErrorKind::bad_input);
    EXPECT_EQ(kind({0}), ErrorKind::bad_input); // nothing in the other part
    EXPECT_EQ(kind({0, 0, static_cast<int>(mesh.vertex_count()) - 1}), ErrorKind::bad_input);
    EXPECT_EQ(kind({0, -1}), ErrorKind::bad_input);
    EXPECT_EQ(spread_handles(mesh, 1).error().kind, ErrorKind::bad_input);
    EXPECT_EQ(spread_handles(mesh, mesh.vertex_count() + 1).error().kind, ErrorKind::bad_input);
    EXPECT_EQ(spread_handles(mesh, 0).error().kind, ErrorKind::bad_input);
    Progress progress;
    progress.cancel();
    const auto handles = spread_handles(mesh, 2).value();
    EXPECT_EQ(bounded_biharmonic_weights(mesh, handles, {}, &progress).error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber
