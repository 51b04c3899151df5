// SPDX-License-Identifier: MIT
#include "engine/mesh/embedding.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace limber {
namespace {

using testing::ball_mesh;
using testing::random_affine;
using testing::random_vector;
using testing::transformed;

Points random_points(Index count, double size, Rng& rng) {
    Points points(count, 3);
    for (Index i = 0; i < count; ++i) {
        points.row(i) = random_vector(rng, size).transpose();
    }
    return points;
}

// Points within the ball, so that all of them lie in tets.
Points points_inside(const TetMesh& mesh, Index count, Rng& rng) {
    Points points(count, 3);
    for (Index i = 0; i < count; ++i) {
        const auto tet = static_cast<Index>(rng.below(static_cast<std::uint64_t>(mesh.tet_count())));
        Eigen::Vector4d weights = Eigen::Vector4d::NullaryExpr([&] { return rng.uniform(0.0, 1.0); });
        weights /= weights.sum();
        points.row(i).setZero();
        for (Index k = 0; k < 4; ++k) {
            points.row(i) += weights(k) * mesh.X.row(mesh.T(tet, k));
        }
    }
    return points;
}

RC_GTEST_PROP(Embedding, WeighsWithNonnegativeNumbersThatSumToOne, ()) {
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    const TetMesh mesh = transformed(ball_mesh(2), random_affine(rng, 0.2));
    const Embedding embedded = embedding(random_points(100, 1.5, rng), mesh);
    RC_ASSERT(embedded.weights.minCoeff() >= 0.0);
    RC_ASSERT((embedded.weights.rowwise().sum().array() - 1.0).abs().maxCoeff() < 1e-14);
    RC_ASSERT(embedded.corners.minCoeff() >= 0 && embedded.corners.maxCoeff() < mesh.vertex_count());
}

RC_GTEST_PROP(Embedding, CarriesLinearFunctionsExactlyInside, ()) {
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    const TetMesh mesh = transformed(ball_mesh(3), random_affine(rng, 0.2));
    const Points inside = points_inside(mesh, 100, rng);
    const Affine map = random_affine(rng, 1.0);
    const Embedding embedded = embedding(inside, mesh);
    RC_ASSERT((embedded.carried(transformed(mesh.X, map)) - Matrix(transformed(inside, map))).cwiseAbs().maxCoeff() <
              1e-12);
}

RC_GTEST_PROP(Embedding, CarriesAPointOutsideLikeTheClosestOfTheBoundary, ()) {
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    const TetMesh mesh = ball_mesh(2);
    const Points far = random_points(50, 1.0, rng).rowwise().normalized() * rng.uniform(1.05, 3.0);
    const Points carried = embedding(far, mesh).carried(mesh.X);
    for (Index i = 0; i < far.rows(); ++i) {
        const double distance = (carried.row(i) - far.row(i)).norm();
        const auto boundary = boundary_vertices(mesh.T);
        for (const int vertex : boundary) { // each is on the boundary, too
            RC_ASSERT(distance <= (mesh.X.row(vertex) - far.row(i)).norm() + 1e-12);
        }
        RC_ASSERT(distance >= far.row(i).norm() - 1.0 - 1e-12); // the ball's radius is one
    }
}

// Many points are divided among threads, few are not.
TEST(Embedding, HasTheSameBitsForManyPointsAsForAFew) {
    Rng rng(7);
    const TetMesh mesh = ball_mesh(2);
    const Points many = random_points(9000, 1.5, rng);
    const Embedding at_once = embedding(many, mesh);
    for (Index first = 0; first < many.rows(); first += 1000) {
        const Embedding few = embedding(many.middleRows(first, 1000), mesh);
        EXPECT_EQ(few.corners, at_once.corners.middleRows(first, 1000));
        EXPECT_EQ(few.weights, at_once.weights.middleRows(first, 1000));
    }
}

TEST(Embedding, GivesTheMeshItsOwnVertices) {
    const TetMesh mesh = ball_mesh(2);
    EXPECT_LT((embedding(mesh.X, mesh).carried(mesh.X) - Matrix(mesh.X)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Embedding, HoldsOneFlatTet) {
    TetMesh mesh = testing::one_tet();
    mesh.X.col(2) *= 1e-9;
    const Points middle = mesh.X.colwise().mean();
    EXPECT_LT((embedding(middle, mesh).carried(mesh.X) - Matrix(middle)).norm(), 1e-10);
}

} // namespace
} // namespace limber
