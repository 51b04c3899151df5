// SPDX-License-Identifier: MIT
#include "engine/contact/contact_points.h"

#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <gtest/gtest.h>

#include <numeric>

namespace limber::testing {
namespace {

std::vector<int> all_of(Index count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

TEST(ContactPoints, LieFarFromEachOther) {
    const TetMesh mesh = bar_mesh(8, 2, 2, Vec3(2.0, 0.4, 0.4));
    const std::vector<int> chosen = farthest_points(mesh.X, all_of(mesh.vertex_count()), 2);
    EXPECT_GT((mesh.X.row(chosen[0]) - mesh.X.row(chosen[1])).norm(), 2.0);
    const std::vector<int> eight = farthest_points(mesh.X, all_of(mesh.vertex_count()), 8);
    EXPECT_EQ(std::vector<int>(eight.begin(), eight.begin() + 2), chosen); // a larger set extends a smaller one
    for (std::size_t i = 0; i < eight.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_GT((mesh.X.row(eight[i]) - mesh.X.row(eight[j])).norm(), 0.3);
        }
    }
}

TEST(ContactPoints, FollowThePaintedDensity) {
    const TetMesh mesh = bar_mesh(8, 2, 2, Vec3(2.0, 0.4, 0.4));
    const Vector density = (mesh.X.col(0).array() > 1.0).cast<double>();
    for (const int vertex : farthest_points(mesh.X, all_of(mesh.vertex_count()), 10, density)) {
        EXPECT_GT(mesh.X(vertex, 0), 1.0);
    }
}

TEST(ContactPoints, AreAtMostTheVertices) {
    const TetMesh mesh = one_tet();
    EXPECT_THAT(farthest_points(mesh.X, all_of(4), 9), ::testing::UnorderedElementsAre(0, 1, 2, 3));
    EXPECT_TRUE(farthest_points(mesh.X, {}, 3).empty());
}

TEST(ContactPoints, IncludeAnIsolatedCandidate) {
    const TetMesh mesh = one_tet();
    EXPECT_THAT(farthest_points(mesh.X, {2}, 3), ::testing::ElementsAre(2));
    EXPECT_THAT(farthest_points(mesh.X, {2}, 3, Vector::Ones(1)), ::testing::ElementsAre(2));
    EXPECT_TRUE(farthest_points(mesh.X, {2}, 3, Vector::Zero(1)).empty());
}

TEST(ContactPoints, LieOnEachPieceOfABody) {
    const TetMesh large = bar_mesh(6, 6, 6, Vec3(3.0, 3.0, 3.0));
    const TetMesh small = bar_mesh(2, 2, 2, Vec3(0.1, 0.1, 0.1));
    TetMesh both = large;
    both.X.conservativeResize(large.vertex_count() + small.vertex_count(), 3);
    both.X.bottomRows(small.vertex_count()) = small.X.rowwise() + Eigen::RowVector3d(5.0, 0.0, 0.0);
    both.T.conservativeResize(large.tet_count() + small.tet_count(), 4);
    both.T.bottomRows(small.tet_count()) = small.T.array() + static_cast<int>(large.vertex_count());
    const auto on_small = [&](Index count, const Vector& density = {}) {
        const auto chosen = contact_vertices(both, all_of(both.vertex_count()), count, density);
        EXPECT_EQ(static_cast<Index>(chosen.size()), count);
        return std::ranges::count_if(chosen, [&](int vertex) { return vertex >= large.vertex_count(); });
    };
    EXPECT_GE(on_small(30), 6);
    EXPECT_GE(on_small(4), 2);
    EXPECT_GE(on_small(1), 0);
    Vector density = Vector::Ones(both.vertex_count());
    density.tail(small.vertex_count()).setZero();
    EXPECT_EQ(on_small(30, density), 0);
    EXPECT_EQ(contact_vertices(large, all_of(large.vertex_count()), 9),
              farthest_points(large.X, all_of(large.vertex_count()), 9));
}

TEST(ContactPoints, AreAtTheirVertices) {
    const FreeBody body = free_body(bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.3)));
    State state = body.start(Vec3(0.3, 0.2, 0.1));
    state.Z = 0.1 * state.Zdot;
    const Points all = positions(body.bar, body.model, state);
    EXPECT_LT((body.contact_positions(state) - all(body.points->vertices, Eigen::all)).cwiseAbs().maxCoeff(), 1e-12);
}

} // namespace
} // namespace limber::testing
