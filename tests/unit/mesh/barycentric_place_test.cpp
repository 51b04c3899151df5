// SPDX-License-Identifier: MIT
#include "engine/mesh/barycentric_place.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

TEST(BarycentricPlace, IsThePointThatHasTheWeights) {
    Rng rng(1);
    const TetMesh ball = ball_mesh(2);
    const SurfaceMesh surface{ball.X, boundary_triangles(ball.T)};
    const ClosestPoint closest(surface);
    for (int trial = 0; trial < 50; ++trial) {
        const SurfacePoint point = closest(random_vector(rng));
        const auto corners = surface.F.row(point.triangle);
        const Vec3 place = barycentric_place(surface.V, {corners(0), corners(1), corners(2)},
                                             {point.barycentric(0), point.barycentric(1), point.barycentric(2)});
        EXPECT_LT((place - point.position).norm(), 1e-14);
    }
}

TEST(BarycentricPlace, IsOfVerticesThatTheMeshHas) {
    const Points X = Points::Zero(4, 3);
    EXPECT_TRUE(are_rows_of(X, {0, 3, 3}));
    EXPECT_FALSE(are_rows_of(X, {0, 3, 4}));
    EXPECT_FALSE(are_rows_of(X, {-1, 0, 0}));
}

} // namespace
} // namespace limber::testing
