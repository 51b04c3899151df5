// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_subdivision.h"

#include "engine/mesh/surface_repair.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber {
namespace {

using namespace limber::testing;

double longest_edge(const SurfaceMesh& surface) {
    double longest = 0.0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        for (Index k = 0; k < 3; ++k) {
            const auto edge = surface.V.row(surface.F(f, k)) - surface.V.row(surface.F(f, (k + 1) % 3));
            longest = std::max(longest, edge.norm());
        }
    }
    return longest;
}

TEST(SurfaceSubdivision, LeavesNoLongEdgeAndNoHole) {
    const SurfaceMesh box = box_surface(Vec3(1, 0.3, 2));
    for (const double edge_max : {1.0, 0.4, 0.07}) {
        const SurfaceMesh fine = subdivided(box, edge_max, 1'000'000);
        EXPECT_LE(longest_edge(fine), edge_max);
        EXPECT_NEAR(enclosed_volume(fine), 0.6, 1e-12);
        EXPECT_EQ(repair(fine).boundary_edge_count, 0);
        EXPECT_EQ(fine.V.topRows(box.V.rows()), box.V);
    }
}

TEST(SurfaceSubdivision, KeepsASurfaceWithShortEdges) {
    const SurfaceMesh ball = sphere_surface(2);
    EXPECT_EQ(subdivided(ball, 10.0, 1'000'000).F, ball.F);
}

TEST(SurfaceSubdivision, StopsBeforeTooManyFaces) {
    EXPECT_LE(subdivided(box_surface(Vec3(1, 1, 1)), 1e-3, 5000).F.rows(), 5000);
}

} // namespace
} // namespace limber
