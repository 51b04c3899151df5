// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_repair.h"

#include "engine/mesh/winding_number.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace limber {
namespace {

using namespace limber::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double approximation = 0.05; // of the far field

double winding_at(const SurfaceMesh& surface, const Vec3& q) {
    return WindingNumber(surface).at(q);
}

TEST(SurfaceRepair, KeepsAValidSurface) {
    const SurfaceMesh sphere = sphere_surface(2);
    const RepairedSurface repaired = repair(sphere);
    EXPECT_THAT(repaired.warnings, IsEmpty());
    EXPECT_EQ(repaired.surface.F, sphere.F);
    EXPECT_EQ(repaired.boundary_edge_count, 0);
}

TEST(SurfaceRepair, ReorientsFlippedFacesAndCountsThem) {
    SurfaceMesh sphere = sphere_surface(4);
    std::swap(sphere.F(17, 1), sphere.F(17, 2));
    std::swap(sphere.F(4000, 1), sphere.F(4000, 2));
    const RepairedSurface repaired = repair(sphere);
    EXPECT_THAT(repaired.warnings,
                ElementsAre("2 of 5,120 faces were flipped against their neighbours and were turned"));
    EXPECT_NEAR(winding_at(repaired.surface, Vec3(0.3, 0, 0)), 1.0, approximation);
}

TEST(SurfaceRepair, ReorientsAnInsideOutSurface) {
    const RepairedSurface repaired = repair(turned_inside_out(sphere_surface(2)));
    EXPECT_THAT(repaired.warnings, ElementsAre("the surface was inside out and was turned"));
    EXPECT_NEAR(winding_at(repaired.surface, Vec3::Zero()), 1.0, approximation);
}

TEST(SurfaceRepair, ReorientsOneInsideOutShellOfTwo) {
    const SurfaceMesh two = merged(sphere_surface(2), turned_inside_out(sphere_surface(2, Vec3(3, 0, 0), 0.5)));
    const RepairedSurface repaired = repair(two);
    EXPECT_THAT(repaired.warnings, ElementsAre(HasSubstr("320 of 640 faces belonged to shells that were inside out")));
    EXPECT_NEAR(winding_at(repaired.surface, Vec3(3, 0, 0)), 1.0, approximation);
}

TEST(SurfaceRepair, KeepsTheOrientationOfACavity) {
    const SurfaceMesh hollow = merged(sphere_surface(2), turned_inside_out(sphere_surface(2, Vec3::Zero(), 0.5)));
    const RepairedSurface repaired = repair(hollow);
    EXPECT_THAT(repaired.warnings, IsEmpty());
    EXPECT_NEAR(winding_at(repaired.surface, Vec3::Zero()), 0.0, approximation);
    EXPECT_NEAR(winding_at(repaired.surface, Vec3(0.75, 0, 0)), 1.0, approximation);
}

TEST(SurfaceRepair, CountsHolesAndTheirEdges) {
    const SurfaceMesh tube = where(sphere_surface(3), [](const Vec3& x) { return std::abs(x.y()) < 0.8; });
    const RepairedSurface repaired = repair(tube);
    ASSERT_EQ(repaired.warnings.size(), 1u);
    EXPECT_THAT(repaired.warnings[0], HasSubstr("the surface is open: 2 holes, "));
    EXPECT_GT(repaired.boundary_edge_count, 20);
}

TEST(SurfaceRepair, MergesTheCornersOfATriangleSoup) {
    const RepairedSurface repaired = repair(unwelded(box_surface(Vec3(1, 1, 1))));
    EXPECT_THAT(repaired.warnings,
                ElementsAre("28 vertices stood in the same place as others and were joined with them"));
    EXPECT_EQ(repaired.boundary_edge_count, 0);
}

TEST(SurfaceRepair, RemovesDuplicateAndFlatFaces) {
    SurfaceMesh box = box_surface(Vec3(1, 1, 1));
    const SurfaceMesh inside_out = turned_inside_out(box);
    box.F.conservativeResize(26, 3);
    box.F.middleRows(12, 12) = inside_out.F;
    box.F.row(24) << 0, 0, 1;
    box.F.row(25) << 2, 3, 3;
    const RepairedSurface repaired = repair(box);
    EXPECT_THAT(repaired.warnings, ElementsAre("2 faces without area were dropped", "12 repeated faces were dropped"));
    EXPECT_NEAR(winding_at(repaired.surface, Vec3(0.5, 0.5, 0.5)), 1.0, 1e-9);
}

TEST(SurfaceRepair, ReportsEdgesOfMoreThanTwoFaces) {
    SurfaceMesh box = box_surface(Vec3(1, 1, 1));
    box.F.conservativeResize(13, 3);
    box.F.row(12) << 0, 1, 7;
    EXPECT_THAT(repair(box).warnings, ::testing::Contains(HasSubstr("lies between more than two faces")));
}

} // namespace
} // namespace limber
