// SPDX-License-Identifier: MIT
#include "engine/body/thin_surface.h"

#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"
#include "tests/support/thin_meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace limber::testing {
namespace {

ThinShape shape_of(const CurveMesh& curve, double radius) {
    return {radius, curve.E, Triangles(0, 3)};
}

ThinShape shape_of(const SurfaceMesh& surface, double radius) {
    return {radius, Edges(0, 2), surface.F};
}

SurfaceMesh skin_of(const ThinShape& shape, const Points& X, const Points& x) {
    const ThinSurface surface = thin_surface(shape, X);
    return {positions_on(surface, x), surface.triangles};
}

// Every directed edge is there once, and so is its reverse.
void expect_closed(const SurfaceMesh& skin) {
    std::map<std::pair<int, int>, int> directed;
    for (Index face = 0; face < skin.F.rows(); ++face) {
        for (Index k = 0; k < 3; ++k) {
            ++directed[{skin.F(face, k), skin.F(face, (k + 1) % 3)}];
        }
    }
    for (const auto& [edge, count] : directed) {
        ASSERT_EQ(count, 1);
        ASSERT_TRUE(directed.contains({edge.second, edge.first}));
    }
    EXPECT_EQ(skin.F.minCoeff(), 0);
    EXPECT_EQ(skin.F.maxCoeff(), skin.V.rows() - 1);
}

CurveMesh ring(int edges) {
    CurveMesh curve = turning_chain(edges - 1, 0.1, 2.0 * std::numbers::pi / edges);
    curve.E.conservativeResize(edges, 2);
    curve.E.row(edges - 1) << edges - 1, 0;
    return curve;
}

// The area of an octagon in a circle.
double octagon(double radius) {
    return 2.0 * std::numbers::sqrt2 * radius * radius;
}

TEST(ThinSurface, OfAStraightRodIsAPrismWithTwoTips) {
    const CurveMesh curve = turning_chain(5, 0.2, 0.0);
    const SurfaceMesh skin = skin_of(shape_of(curve, 0.03), curve.V, curve.V);
    expect_closed(skin);
    EXPECT_EQ(skin.V.rows(), 6 * 8 + 2);
    EXPECT_NEAR(enclosed_volume(skin), octagon(0.03) * (1.0 + 2.0 * 0.03 / 3.0), 1e-12);
}

// Out of its plane, so that a normal that is carried around it comes back turned.
TEST(ThinSurface, OfARingHasNoEnds) {
    constexpr int edges = 24;
    CurveMesh curve = ring(edges);
    for (int i = 0; i < edges; ++i) {
        curve.V(i, 2) = 0.08 * std::sin(4.0 * std::numbers::pi * i / edges);
    }
    const SurfaceMesh skin = skin_of(shape_of(curve, 0.01), curve.V, curve.V);
    expect_closed(skin);
    EXPECT_EQ(skin.V.rows(), edges * 8);
    EXPECT_NEAR(enclosed_volume(skin), octagon(0.01) * edges * 0.1, 0.1 * octagon(0.01) * edges * 0.1);
    // No segment is twisted: the offsets of neighbours along the ring differ by little more than the angle between
    // them.
    for (Index v = 0; v < skin.V.rows(); ++v) {
        const Eigen::RowVector3d offset = skin.V.row(v) - curve.V.row(v / 8);
        const Index next = (v + 8) % skin.V.rows();
        EXPECT_LT((skin.V.row(next) - curve.V.row(next / 8) - offset).norm(), 0.008);
    }
}

TEST(ThinSurface, OfABranchHasATubeForEachArm) {
    CurveMesh curve{Points(5, 3), Edges(4, 2)};
    curve.V << 0, 0, 0, 1, 0, 0, 2, 0, 0, 1, 1, 0, 1, 0, 1;
    curve.E << 0, 1, 1, 2, 1, 3, 1, 4;
    const ThinSurface surface = thin_surface(shape_of(curve, 0.1), curve.V);
    EXPECT_EQ(surface.lines.size(), 4U);
    expect_closed({positions_on(surface, curve.V), surface.triangles});
}

TEST(ThinSurface, OfARodKeepsItsRadiusAndMovesWithIt) {
    Rng rng(2);
    const CurveMesh curve = helix(20);
    const ThinSurface surface = thin_surface(shape_of(curve, 0.01), curve.V);
    for (int trial = 0; trial < 20; ++trial) {
        const Points x = shaken(curve.V, 0.01, rng);
        const Points placed = positions_on(surface, x);
        for (Index v = 0; v < 21 * 8; ++v) {
            ASSERT_NEAR((placed.row(v) - x.row(v / 8)).norm(), 0.01, 1e-12);
        }
        const Points moved = positions_on(surface, shaken(x, 1e-7, rng));
        ASSERT_LT((moved - placed).cwiseAbs().maxCoeff(), 1e-4);
    }
}

TEST(ThinSurface, OfASheetIsItsThicknessAndARim) {
    const SurfaceMesh flat = sheet(4, 3, 0.1);
    const SurfaceMesh skin = skin_of(shape_of(flat, 0.005), flat.V, flat.V);
    expect_closed(skin);
    EXPECT_EQ(skin.V.rows(), 2 * flat.V.rows());
    EXPECT_NEAR(enclosed_volume(skin), 0.4 * 0.3 * 0.01, 1e-12);
}

// Files may have triangles that are turned against their neighbours.
TEST(ThinSurface, OfASheetIsClosedHoweverItsTrianglesAreOriented) {
    SurfaceMesh mixed = sheet(4, 3, 0.1);
    for (const Index face : {0, 5, 7}) {
        std::swap(mixed.F(face, 1), mixed.F(face, 2));
    }
    const SurfaceMesh skin = skin_of(shape_of(mixed, 0.005), mixed.V, mixed.V);
    expect_closed(skin);
    EXPECT_NEAR(enclosed_volume(skin), 0.4 * 0.3 * 0.01, 1e-12);
}

TEST(ThinSurface, OfAClosedShellHasNoRim) {
    const SurfaceMesh sphere = sphere_surface(1);
    const ThinSurface surface = thin_surface(shape_of(sphere, 0.05), sphere.V);
    EXPECT_EQ(surface.triangles.rows(), 2 * sphere.F.rows());
    EXPECT_GT(enclosed_volume({positions_on(surface, sphere.V), surface.triangles}), 0.0);
}

TEST(ThinSurface, LiesAroundVerticesOfTheBody) {
    const auto expect_around = [](const ThinShape& shape, const Points& X) {
        const ThinSurface surface = thin_surface(shape, X);
        const std::vector<int> below = vertices_below(surface);
        ASSERT_EQ(static_cast<Index>(below.size()), surface.vertex_count);
        const Points distances = positions_on(surface, X) - X(below, Eigen::all);
        EXPECT_NEAR(distances.rowwise().norm().minCoeff(), shape.radius, 1e-12);
        EXPECT_NEAR(distances.rowwise().norm().maxCoeff(), shape.radius, 1e-12);
    };
    const CurveMesh open = helix(12);
    const CurveMesh closed = ring(8);
    const SurfaceMesh flat = sheet(4, 3, 0.1);
    expect_around(shape_of(open, 0.01), open.V);
    expect_around(shape_of(closed, 0.01), closed.V);
    expect_around(shape_of(flat, 0.005), flat.V);
}

TEST(ThinSurface, IsFiniteWhereARodCollapses) {
    const CurveMesh curve = turning_chain(4, 0.2, 0.1);
    const ThinSurface surface = thin_surface(shape_of(curve, 0.03), curve.V);
    EXPECT_TRUE(positions_on(surface, Points::Zero(5, 3)).allFinite());
    Points folded = curve.V;
    folded.row(2) = folded.row(0);
    EXPECT_TRUE(positions_on(surface, folded).allFinite());
    EXPECT_TRUE(positions_on(surface, -curve.V).allFinite()) << "half a turn";
}

} // namespace
} // namespace limber::testing
