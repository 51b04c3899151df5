// SPDX-License-Identifier: MIT
#include "engine/mesh/closest_point.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

SurfaceMesh one_triangle() {
    SurfaceMesh surface{Points(3, 3), Triangles(1, 3)};
    surface.V << 0, 0, 0, 1, 0, 0, 0, 1, 0;
    surface.F << 0, 1, 2;
    return surface;
}

TEST(ClosestPoint, LiesOnTheFaceAnEdgeOrACorner) {
    const ClosestPoint closest(one_triangle());
    EXPECT_TRUE(closest(Vec3(0.25, 0.25, 2.0)).barycentric.isApprox(Vec3(0.5, 0.25, 0.25)));
    EXPECT_NEAR(closest(Vec3(0.25, 0.25, 2.0)).distance, 2.0, 1e-15);
    EXPECT_TRUE(closest(Vec3(0.5, -3.0, 0.0)).position.isApprox(Vec3(0.5, 0.0, 0.0)));
    EXPECT_TRUE(closest(Vec3(2.0, 2.0, 0.0)).position.isApprox(Vec3(0.5, 0.5, 0.0)));
    EXPECT_TRUE(closest(Vec3(-1.0, -1.0, 1.0)).barycentric.isApprox(Vec3(1.0, 0.0, 0.0)));
}

TEST(ClosestPoint, OnAFlatTriangleIsOnItsEdges) {
    SurfaceMesh needle = one_triangle();
    needle.V.row(2) = Vec3(2.0, 0.0, 0.0);
    EXPECT_NEAR(ClosestPoint(needle)(Vec3(1.5, 1.0, 0.0)).distance, 1.0, 1e-15);
    SurfaceMesh dot = one_triangle();
    dot.V.setConstant(3.0);
    const SurfacePoint point = ClosestPoint(dot)(Vec3(3.0, 3.0, 4.0));
    EXPECT_NEAR(point.distance, 1.0, 1e-15);
    EXPECT_NEAR(point.barycentric.sum(), 1.0, 1e-15);
}

TEST(ClosestPoint, FoundByTheTreeIsTheClosestOfAllTriangles) {
    Rng rng(1);
    const TetMesh ball = ball_mesh(3);
    const SurfaceMesh surface{ball.X, boundary_triangles(ball.T)};
    const ClosestPoint closest(surface);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 x = random_vector(rng);
        double least = HUGE_VAL;
        for (Index f = 0; f < surface.F.rows(); ++f) {
            const SurfaceMesh alone{surface.V, surface.F.row(f)};
            least = std::min(least, ClosestPoint(alone)(x).distance);
        }
        const SurfacePoint point = closest(x);
        EXPECT_EQ(point.distance, least);
        Vec3 position = Vec3::Zero();
        for (int a = 0; a < 3; ++a) {
            position += point.barycentric[a] * surface.V.row(surface.F(point.triangle, a)).transpose();
        }
        EXPECT_TRUE(position.isApprox(point.position, 1e-14));
        EXPECT_NEAR((x - position).norm(), point.distance, 1e-14);
    }
}

TEST(ClosestPoint, NeedsATriangleAndIndicesInRange) {
    EXPECT_THROW(ClosestPoint(SurfaceMesh{Points::Zero(3, 3), Triangles(0, 3)}), std::logic_error);
    SurfaceMesh broken = one_triangle();
    broken.F(0, 2) = 3;
    EXPECT_THROW(ClosestPoint{broken}, std::logic_error);
}

} // namespace
} // namespace limber::testing
