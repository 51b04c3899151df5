// SPDX-License-Identifier: MIT
#include "engine/mesh/tetrahedralise.h"

#include "engine/mesh/quality.h"
#include "tests/support/needed.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace limber {
namespace {

using namespace limber::testing;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Tetrahedralise : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    }
};

constexpr double ball_volume = 4.0 / 3.0 * std::numbers::pi;

// Tetrahedralises the ball with 1,280 faces.
double facetted_volume() {
    return enclosed_volume(sphere_surface(3));
}

MeshingOptions small(Index vertices = 1000) {
    MeshingOptions options;
    options.target_vertices = vertices;
    return options;
}

Repaired<TetMesh> filled(const SurfaceMesh& surface, const MeshingOptions& options = small()) {
    auto mesh = tetrahedralise(surface, options);
    EXPECT_TRUE(mesh) << sentence(mesh.error());
    return mesh ? std::move(mesh).value() : Repaired<TetMesh>{};
}

// The vertices lie on the true surface, so a coarse ball is slightly too small.
void expect_good(const TetMesh& mesh, double volume, double tolerance = 0.02) {
    const MeshQuality quality = quality_of(mesh);
    EXPECT_NEAR(quality.volume, volume, tolerance * volume);
    EXPECT_GE(quality.dihedral_min, 8.0);
    EXPECT_EQ(quality.component_count, 1);
    EXPECT_EQ(quality.non_manifold_edge_count, 0);
}

TEST_F(Tetrahedralise, FillsASphereWithAboutTheRequestedVertices) {
    for (const Index target : {600, 1800}) {
        const auto [mesh, warnings] = filled(sphere_surface(3), small(target));
        expect_good(mesh, facetted_volume(), 0.025);
        EXPECT_TRUE(warnings.empty());
        EXPECT_NEAR(static_cast<double>(mesh.vertex_count()), static_cast<double>(target),
                    0.3 * static_cast<double>(target));
    }
}

TEST_F(Tetrahedralise, FillsABoxToItsCorners) {
    expect_good(filled(box_surface(Vec3(1, 0.5, 2))).value, 1.0);
}

// With few vertices, few points of the surface are known before refinement.
TEST_F(Tetrahedralise, FillsBoxesWithFewVertices) {
    for (const Vec3& size : {Vec3(1, 1, 1), Vec3(1, 2, 1), Vec3(1, 3, 1), Vec3(1, 0.5, 2), Vec3(0.3, 1, 1)}) {
        for (const Index target : {60, 100, 150, 200}) {
            const auto mesh = tetrahedralise(box_surface(size), small(target));
            ASSERT_TRUE(mesh) << size.transpose() << " with " << target << ": " << sentence(mesh.error());
            expect_good(mesh.value().value, size.prod(), 0.2);
            EXPECT_THAT(mesh.value().warnings, Not(Contains(HasSubstr("thin"))))
                << size.transpose() << " with " << target;
        }
    }
}

// Few points of the small one are known before refinement.
TEST_F(Tetrahedralise, FillsASmallBoxBesideALargeOne) {
    for (const Index target : {200, 300, 400}) {
        SurfaceMesh beside = box_surface(Vec3(0.6, 0.6, 0.6));
        beside.V.col(0).array() += 3.0;
        const auto [mesh, warnings] = filled(merged(box_surface(Vec3(2, 2, 2)), beside), small(target));
        EXPECT_EQ(quality_of(mesh).component_count, 2) << target;
        EXPECT_THAT(warnings, Not(Contains(HasSubstr("thin"))));
    }
}

TEST_F(Tetrahedralise, ClosesAnOpenSphereWithAWarning) {
    const SurfaceMesh open = where(sphere_surface(3), [](const Vec3& x) { return x.y() < 0.97; });
    const auto [mesh, warnings] = filled(open);
    expect_good(mesh, facetted_volume());
    EXPECT_THAT(warnings, Contains(HasSubstr("the surface is open: 1 hole")));
}

TEST_F(Tetrahedralise, FillsAFlippedSphere) {
    const auto [mesh, warnings] = filled(turned_inside_out(sphere_surface(3)));
    expect_good(mesh, facetted_volume());
    EXPECT_THAT(warnings, Contains("the surface was inside out and was turned"));
}

// Two balls of radius one, their centres one apart, have 27/16 of one ball's volume together.
TEST_F(Tetrahedralise, FillsTheUnionOfOverlappingSpheres) {
    const SurfaceMesh two = merged(sphere_surface(3), sphere_surface(3, Vec3(1, 0, 0)));
    const auto [mesh, warnings] = filled(two, small(1500));
    expect_good(mesh, 27.0 / 16.0 * facetted_volume());
    EXPECT_THAT(warnings, Contains(HasSubstr("overlaps itself")));
}

TEST_F(Tetrahedralise, FillsASphereWithAHundredthOfItsFacesFlipped) {
    Rng rng(7);
    const auto [mesh, warnings] = filled(with_flipped_faces(sphere_surface(3), 0.01, rng));
    expect_good(mesh, facetted_volume());
    EXPECT_THAT(warnings, Contains(HasSubstr("of 1,280 faces were flipped")));
}

TEST_F(Tetrahedralise, SaysHowMuchVolumeFewVerticesLack) {
    const auto [mesh, warnings] = filled(sphere_surface(3), small(100));
    const double share = 1.0 - quality_of(mesh).volume / facetted_volume();
    ASSERT_GT(share, 0.05);
    EXPECT_THAT(warnings, Contains(HasSubstr("the tets have " + std::to_string(std::lround(100.0 * share)) +
                                             " % less volume than the surface encloses")));
    EXPECT_THAT(warnings, Contains(HasSubstr("; raise target_vertices to keep more of it")));
}

TEST_F(Tetrahedralise, HasTheSameBitsEveryTime) {
    const auto first = filled(sphere_surface(3), small(400)).value;
    const auto again = filled(sphere_surface(3), small(400)).value;
    EXPECT_EQ(first.X, again.X);
    EXPECT_EQ(first.T, again.T);
}

TEST_F(Tetrahedralise, RemovesSmallComponentsWithAWarning) {
    const SurfaceMesh crumbs = merged(sphere_surface(3), sphere_surface(2, Vec3(1.5, 0, 0), 0.07));
    const auto [mesh, warnings] = filled(crumbs);
    EXPECT_EQ(quality_of(mesh).component_count, 1);
    EXPECT_THAT(warnings, Contains(HasSubstr("less than a thousandth of the volume")));
}

TEST_F(Tetrahedralise, KeepsBothOfTwoSeparateBodies) {
    const SurfaceMesh two = merged(sphere_surface(3), sphere_surface(3, Vec3(4, 0, 0), 0.4));
    EXPECT_EQ(quality_of(filled(two).value).component_count, 2);
}

TEST_F(Tetrahedralise, DoesNotDependOnTheUnit) {
    const auto tiny = filled(sphere_surface(3, Vec3(1e-3, 0, 0), 1e-4), small(400)).value;
    EXPECT_NEAR(quality_of(tiny).volume, ball_volume * 1e-12, 0.05 * ball_volume * 1e-12);
}

// A ball whose lower half is meshed at a third of the edge length.
TEST_F(Tetrahedralise, RefinesDetailsOfASolid) {
    Solid solid;
    solid.value = [](const Vec3& x) {
        return x.norm() - 1.0;
    };
    solid.bounds = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
    solid.relative_edge_length = [](const Vec3& x) {
        return x.y() < 0.0 ? 0.5 : 1.0;
    };
    const auto mesh = tetrahedralise(solid, small());
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    expect_good(mesh.value().value, ball_volume, 0.03);
    const auto below = (mesh.value().value.X.col(1).array() < 0.0).count();
    EXPECT_GT(below, 3 * (mesh.value().value.vertex_count() - below));
}

TEST_F(Tetrahedralise, ReportsItsShareOfAComputation) {
    Progress progress;
    double before = 0.0;
    bool grows = true;
    Solid solid;
    solid.value = [&](const Vec3& x) {
        const double now = progress.latest().fraction;
        grows = grows && now >= before;
        before = now;
        return x.norm() - 1.0;
    };
    solid.bounds = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
    MeshingOptions options = small();
    options.progress_share = 0.25;
    ASSERT_TRUE(tetrahedralise(solid, options, &progress));
    EXPECT_TRUE(grows);
    EXPECT_GT(before, 0.125);
    EXPECT_LE(progress.latest().fraction, 0.25);
}

TEST_F(Tetrahedralise, StopsWhenCancelled) {
    Progress progress;
    progress.cancel();
    const auto mesh = tetrahedralise(sphere_surface(3), small(), &progress);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().kind, ErrorKind::cancelled);
}

void expect_refused(const SurfaceMesh& surface, const MeshingOptions& options, const std::string& why) {
    const auto mesh = tetrahedralise(surface, options);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().kind, ErrorKind::bad_input);
    EXPECT_THAT(sentence(mesh.error()), HasSubstr(why));
}

TEST_F(Tetrahedralise, RejectsASurfaceThatEnclosesNoVolume) {
    const SurfaceMesh sheet = where(box_surface(Vec3(1, 1, 1)), [](const Vec3& x) { return x.y() < 0.1; });
    expect_refused(sheet, small(), "encloses nothing");
    expect_refused(SurfaceMesh{}, small(), "no faces");
}

TEST_F(Tetrahedralise, RejectsInvalidSurfacesAndOptions) {
    SurfaceMesh broken = sphere_surface(1);
    broken.F(3, 1) = 900;
    expect_refused(broken, small(), "does not exist");
    SurfaceMesh endless = sphere_surface(1);
    endless.V(2, 2) = std::numeric_limits<double>::quiet_NaN();
    expect_refused(endless, small(), "not finite");
    expect_refused(sphere_surface(1), small(3), "target_vertices");
    MeshingOptions options;
    options.edge_length = -1.0;
    expect_refused(sphere_surface(1), options, "edge_length");
}

TEST_F(Tetrahedralise, RejectsATriangleSoupBeforeMeshing) {
    Rng rng(300);
    expect_refused(random_triangles(300, 400, rng), small(8000), "bounds no body");
}

TEST_F(Tetrahedralise, WarnsHowManyPartsAreTooThin) {
    SurfaceMesh parts = sphere_surface(3);
    for (const double z : {-2.0, 0.0, 2.0}) {
        SurfaceMesh sheet = box_surface(Vec3(0.9, 0.02, 0.9));
        sheet.V.rowwise() += Eigen::RowVector3d(3, 0, z);
        parts = merged(parts, sheet);
    }
    const auto [mesh, warnings] = filled(parts, small(400));
    EXPECT_EQ(quality_of(mesh).component_count, 1);
    EXPECT_THAT(warnings,
                Contains(HasSubstr("3 of 4 parts of the surface, the largest 1.27 units from corner to corner, "
                                   "are thin beside the tets' edges of 0.")));
    EXPECT_THAT(warnings, Contains(HasSubstr("were left out; raise target_vertices to keep them")));
}

// A thin fin on the ball, a hundredth of the ball's size thick.
TEST_F(Tetrahedralise, WarnsThatAFinIsTooThin) {
    SurfaceMesh fin = box_surface(Vec3(1.5, 0.02, 1));
    fin.V.col(0).array() += 0.8;
    const auto warnings = filled(merged(sphere_surface(3), fin), small(400)).warnings;
    EXPECT_THAT(warnings, Contains(HasSubstr("1 place of the surface, 1.8")));
    EXPECT_THAT(warnings, Contains(HasSubstr("was not filled")));
}

// A cone of long triangles from inside the ball, whose tip is thin beside the tets, unlike the middles of its faces.
SurfaceMesh horn_surface() {
    constexpr int sides = 12;
    SurfaceMesh horn{Points(sides + 2, 3), Triangles(2 * sides, 3)};
    for (int i = 0; i < sides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / sides;
        horn.V.row(i) << 0.3, 0.25 * std::cos(angle), 0.25 * std::sin(angle);
        horn.F.row(2 * i) << i, (i + 1) % sides, sides;
        horn.F.row(2 * i + 1) << (i + 1) % sides, i, sides + 1;
    }
    horn.V.row(sides) << 8.0, 0.0, 0.0;
    horn.V.row(sides + 1) << 0.3, 0.0, 0.0;
    return horn;
}

TEST_F(Tetrahedralise, WarnsThatTheTipOfAHornIsTooThin) {
    const auto [mesh, warnings] = filled(merged(sphere_surface(3), horn_surface()), small(400));
    const double reach = mesh.X.col(0).maxCoeff();
    EXPECT_GT(reach, 2.9 + 0.5) << "tets are at the middles of the faces";
    EXPECT_LT(reach, 7.5);
    EXPECT_THAT(warnings, Contains(HasSubstr("1 place of the surface, ")));
    EXPECT_THAT(warnings, Contains(HasSubstr("was not filled; raise target_vertices to keep it")));
}

// A strip of two long triangles from the ball's top upwards.
SurfaceMesh strip_surface() {
    SurfaceMesh strip{Points(4, 3), Triangles(2, 3)};
    strip.V << -0.3, 0.9, 0.0, 0.3, 0.9, 0.0, -0.3, 2.9, 0.0, 0.3, 2.9, 0.0;
    strip.F << 0, 1, 3, 0, 3, 2;
    return strip;
}

TEST_F(Tetrahedralise, SaysWhichOpenSheetsItDoesNotFill) {
    SurfaceMesh parts = sphere_surface(3);
    SurfaceMesh away = strip_surface();
    away.V.col(1).array() += 1.0;
    parts = merged(parts, away);
    EXPECT_THAT(
        filled(parts, small(400)).warnings,
        Contains("1 of 2 parts of the surface, 2.09 units from corner to corner, is an open sheet that encloses "
                 "nothing: no tets fill it, and the nearest ones carry it along"));
    away.V.col(2).array() += 0.5;
    EXPECT_THAT(
        filled(merged(parts, away), small(400)).warnings,
        Contains(HasSubstr("2 of 3 parts of the surface, the largest 2.09 units from corner to corner, are open "
                           "sheets that enclose nothing: no tets fill them")));
}

TEST_F(Tetrahedralise, SaysWhereASheetThatBeginsInTheBodyIsNotFilled) {
    const auto warnings = filled(merged(sphere_surface(3), strip_surface()), small(400)).warnings;
    EXPECT_THAT(warnings, Contains(HasSubstr("is an open sheet that encloses nothing")));
    EXPECT_THAT(filled(sphere_surface(3), small(400)).warnings, IsEmpty());
    EXPECT_THAT(filled(box_surface(Vec3(1, 1, 1)), small(400)).warnings, IsEmpty());
}

} // namespace
} // namespace limber
