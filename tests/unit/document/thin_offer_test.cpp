// SPDX-License-Identifier: MIT
#include "app/document/thin_offer.h"
#include "tests/support/mesh_files.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaces.h"
#include "tests/support/thin_meshes.h"

#include <gmock/gmock.h>

/// What a file without an inside can be.
namespace limber::app {
namespace {

using limber::testing::obj_file;
using limber::testing::ScratchFolder;
using limber::testing::sheet;
using limber::testing::sphere_surface;
using limber::testing::write_bytes;
using ::testing::HasSubstr;

TEST(ThinOffer, MakesRodsOfPolylines) {
    const ScratchFolder folder;
    write_bytes(folder / "line.obj", "v 0 0 0\nv 1 0 0\nv 1.2 0 0\nl 1 2 3\n");
    const auto offer = thin_offer(folder / "line.obj");
    ASSERT_TRUE(offer);
    EXPECT_NEAR(offer->rod_radius, 0.012, 1e-12);
    EXPECT_EQ(offer->shell_thickness, 0.0);
    EXPECT_THAT(advice(*offer), HasSubstr("--rod-radius 0.012"));
    EXPECT_THAT(words_for_taken_offer(*offer, folder / "line.obj"), HasSubstr("line.obj has polylines"));
}

TEST(ThinOffer, MakesAShellOfAnOpenSurface) {
    const ScratchFolder folder;
    SurfaceMesh level = sheet(4, 3, 0.1);
    level.V.col(2).swap(level.V.col(1));
    write_bytes(folder / "sheet.obj", obj_file(level));
    const auto offer = thin_offer(folder / "sheet.obj");
    ASSERT_TRUE(offer);
    EXPECT_EQ(offer->rod_radius, 0.0);
    EXPECT_EQ(offer->plane_depth, 0.0);
    EXPECT_NEAR(offer->shell_thickness, 0.0025, 1e-12);
    EXPECT_THAT(advice(*offer), HasSubstr("--shell-thickness 0.0025"));
}

TEST(ThinOffer, LetsAnUprightFlatSurfaceMoveInItsPlane) {
    const ScratchFolder folder;
    write_bytes(folder / "flat.obj", obj_file(sheet(4, 3, 0.1)));
    const auto offer = thin_offer(folder / "flat.obj");
    ASSERT_TRUE(offer);
    EXPECT_EQ(offer->shell_thickness, 0.0);
    EXPECT_NEAR(offer->plane_depth, 0.05, 1e-12);
    EXPECT_THAT(advice(*offer), HasSubstr("--plane-depth 0.05"));
    EXPECT_THAT(words_for_taken_offer(*offer, folder / "flat.obj"), HasSubstr("flat.obj is flat"));
    CharacterDescription bare;
    bare.mesh = folder / "flat.obj";
    take_offer(*offer, bare);
    EXPECT_TRUE(is_planar(bare));
    EXPECT_FALSE(fault_in(bare));
}

TEST(ThinOffer, LeavesWhatHasAnInside) {
    const ScratchFolder folder;
    write_bytes(folder / "ball.obj", obj_file(sphere_surface(1)));
    EXPECT_FALSE(thin_offer(folder / "ball.obj"));
    write_bytes(folder / "nothing.obj", "v 0 0 0\n");
    EXPECT_FALSE(thin_offer(folder / "nothing.obj"));
    EXPECT_FALSE(thin_offer(folder / "scene.json"));
}

TEST(ThinOffer, MakesAFreeBodyOnAFloor) {
    CharacterDescription bare;
    bare.mesh = "line.obj";
    take_offer({0.01, 0.0}, bare);
    EXPECT_EQ(bare.rod_radius, 0.01);
    EXPECT_EQ(bare.rig_kind, RigKind::none);
    EXPECT_TRUE(bare.contact.floor);
    EXPECT_FALSE(fault_in(bare));
}

} // namespace
} // namespace limber::app
