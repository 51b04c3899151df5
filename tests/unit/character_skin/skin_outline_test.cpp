// SPDX-License-Identifier: MIT
#include "app/character_skin/skin_outline.h"

#include "app/character_files/file_surface.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

// A bar with one bone and two clips: one bends, one travels along x.
Character moving_bar() {
    Character character;
    character.mesh = testing::bar_mesh(2, 4, 2, Vec3(0.4, 1.0, 0.4));
    character.boundary_vertices = boundary_vertices(character.mesh.T);
    character.rig = affine_handle(character.mesh);
    const Pose rest = rest_pose(character.rig.skeleton);
    Clip sinks{"sinks", 30, true, {rest, rest}};
    sinks.keys[1][0].col(3).y() -= 0.3;
    Clip walks{"walks", 30, true, {rest, rest, rest}};
    walks.keys[1][0].col(3).x() += 2.0;
    walks.keys[2][0].col(3).x() += 4.0;
    character.clips = {sinks, walks};
    return character;
}

TEST(SkinOutline, ContainsTheWholeBodyAtRest) {
    const Character bar = moving_bar();
    const SkinOutline outline(bar, Vec3::UnitY());
    const BoundingBox body = bounding_box(bar.mesh.X);
    EXPECT_LT((outline.reach(-1).low - body.low).norm(), 1e-12);
    EXPECT_LT((outline.reach(-1).high - body.high).norm(), 1e-12);
    EXPECT_NEAR(outline.floor(-1), body.low.y(), 1e-12);
}

TEST(SkinOutline, FloorIsUnderTheLowerOfTwoPoses) {
    const Character bar = moving_bar();
    const SkinOutline outline(bar, Vec3::UnitY());
    EXPECT_NEAR(outline.floor(0), bounding_box(bar.mesh.X).low.y() - 0.3, 1e-12);
    EXPECT_FALSE(outline.travels(0));
}

// Its feet stand in nine of ten poses, and sink by a fifth of its height in one.
TEST(SkinOutline, FloorIsWhereAClipStandsAndNotItsLowestPoint) {
    Character bar = moving_bar();
    const Pose rest = rest_pose(bar.rig.skeleton);
    bar.clips[0].keys.assign(10, rest);
    bar.clips[0].keys[4][0].col(3).y() -= 0.2;
    const SkinOutline outline(bar, Vec3::UnitY());
    EXPECT_NEAR(outline.floor(0), bounding_box(bar.mesh.X).low.y(), 1e-12);
    EXPECT_NEAR(outline.reach(0).low.y(), bounding_box(bar.mesh.X).low.y() - 0.2, 1e-12) << "the camera shows all";
}

// The tets reach below the surface of the file that is drawn.
TEST(SkinOutline, FloorIsUnderTheSurfaceThatIsDrawn) {
    const Character bar = moving_bar();
    FileSurface surface;
    surface.X = 0.9 * bar.mesh.X;
    surface.rig = bar.rig;
    const SkinOutline outline(bar, Vec3::UnitY(), &surface);
    EXPECT_NEAR(outline.floor(-1), bounding_box(surface.X).low.y(), 1e-12);
    EXPECT_NEAR(outline.floor(0), bounding_box(surface.X).low.y() - 0.3, 1e-12);
}

TEST(SkinOutline, FramesOnlyThePoseOfATravellingClip) {
    const Character bar = moving_bar();
    const SkinOutline outline(bar, Vec3::UnitY());
    ASSERT_TRUE(outline.travels(1));
    const AffineStack last = skinning_maps(bar.rig.skeleton, bar.clips[1].keys[2]);
    const BoundingBox body = bounding_box(bar.mesh.X);
    EXPECT_LT((outline.framed(1, last).low - body.low - Vec3(4, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(outline.framed(0, last).diagonal(), outline.reach(0).diagonal(), 1e-12);
}

TEST(SkinOutline, MissingClipMeansTheRestPose) {
    const Character bar = moving_bar();
    const SkinOutline outline(bar, Vec3::UnitY());
    EXPECT_DOUBLE_EQ(outline.floor(7), outline.floor(-1));
}

} // namespace
} // namespace limber::app
