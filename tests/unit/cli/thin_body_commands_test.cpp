// SPDX-License-Identifier: MIT
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <string>
#include <utility>
#include <vector>

// Rods, shells and flat bodies, in every command.
namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ThinBodyCommands : public SmallSceneTest {};

TEST_F(ThinBodyCommands, SimulateStepsRodsAndShells) {
    const std::string rope = file("rope.obj");
    write_bytes(rope, "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nv 0.3 0 0.1\nl 1 2 3 4\n");
    const Outcome rods =
        limber("simulate " + rope + " --rod-radius 0.01 --frames 30 --out " + file("rope.npy") + " --json");
    EXPECT_EQ(rods.exit_code, 0) << rods.error;
    EXPECT_EQ(rods.number("vertices"), 4);
    EXPECT_EQ(rods.number("tets"), 0);
    // Free fall by backward Euler: n (n + 1) / 2 steps of h^2 g.
    const std::vector<double> x = npy(file("rope.npy"));
    ASSERT_EQ(x.size(), 30U * 4U * 3U);
    EXPECT_NEAR(x[29 * 12 + 1], -9.81 / 3600.0 * 30.0 * 31.0 / 2.0, 1e-4);

    const std::string sheet = file("sheet.obj");
    write_bytes(sheet, "v 0 0 0\nv 0.2 0 0\nv 0.2 0 0.2\nv 0 0 0.2\nf 1 2 3 4\n");
    const Outcome shell = limber("simulate " + sheet + " --shell-thickness 0.01 --frames 5 --json");
    EXPECT_EQ(shell.exit_code, 0) << shell.error;
    EXPECT_EQ(shell.number("vertices"), 4);

    EXPECT_EQ(limber("simulate " + rope + " --rod-radius 0 --frames 1").exit_code, 2);
    EXPECT_EQ(limber("simulate " + rope + " --rod-radius 0.01 --shell-thickness 0.01 --frames 1").exit_code, 2);
    EXPECT_THAT(limber("simulate " + sheet + " --rod-radius 0.01 --frames 1").error, HasSubstr("has no polyline"));
}

TEST_F(ThinBodyCommands, RefuseRodsAndShellsThatAreThickerThanLong) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nv 0 1 0\nv 0.05 1 0\nl 1 2 3\nl 4 5\n");
    write_bytes(file("sheet.obj"), "v 0 0 0\nv 0.3 0 0\nv 0.3 0 0.4\nf 1 2 3\n");
    for (const std::string command : {"simulate", "check"}) {
        const Outcome thick = limber(command + " " + file("rope.obj") + " --rod-radius 0.21");
        EXPECT_EQ(thick.exit_code, 1) << command;
        EXPECT_THAT(thick.error, HasSubstr("has rods of at most 0.2 m, which is less than the radius of 0.21 m"));
    }
    EXPECT_EQ(limber("simulate " + file("rope.obj") + " --rod-radius 0.19 --frames 1").exit_code, 0);
    EXPECT_THAT(limber("simulate " + file("sheet.obj") + " --shell-thickness 0.6 --frames 1").error,
                HasSubstr("has a diagonal of 0.5 m, which is less than the thickness of 0.6 m"));
    EXPECT_EQ(limber("simulate " + file("sheet.obj") + " --shell-thickness 0.4 --frames 1").exit_code, 0);
}

TEST_F(ThinBodyCommands, AreOfferedForASurfaceWithoutAnInside) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    const std::string triangle = file("tri.obj");
    write_bytes(triangle, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_THAT(limber("simulate " + triangle + " --frames 1").error,
                HasSubstr("; to use it as it is, let it move in its plane with --plane-depth"));
}

TEST_F(ThinBodyCommands, SayThatABodyInItsPlaneFalls) {
    const std::string triangle = file("tri.obj");
    write_bytes(triangle, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_THAT(limber("simulate " + triangle + " --plane-depth 0.1 --frames 2 --json").out,
                HasSubstr("nothing holds tri, so that it falls: give its scene a floor"));
    write_bytes(file("tri.json"), R"({"format": "limber-scene", "version": 1, "mesh": "tri.obj", "rig": "none",
                                      "plane_depth": 0.1, "contact": {"floor": true}})");
    EXPECT_EQ(limber("simulate " + file("tri.json") + " --frames 2 --json").out.find("so that it falls"),
              std::string::npos);
}

// The options that would help are those of another command.
TEST_F(ThinBodyCommands, NameTheCommandThatTakesRods) {
    const std::string rope = file("rope.obj");
    write_bytes(rope, "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nv 0.3 0 0.1\nl 1 2 3 4\n");
    for (const std::string command : {"compare", "subspace"}) {
        const std::string error = limber(command + " " + rope).error;
        EXPECT_THAT(error, HasSubstr("--rod-radius 0.0")) << command;
        EXPECT_THAT(error, HasSubstr("limber " + command + " does not take --rod-radius, but limber simulate does"));
    }
    EXPECT_THAT(limber("simulate " + rope).error, Not(HasSubstr("does not take")));
}

TEST_F(ThinBodyCommands, MoveFlatBodiesInTheirPlane) {
    const std::string flat = file("flat.obj");
    write_bytes(flat, "v 0 0 0\nv 0.2 0 0\nv 0.2 0.2 0\nv 0 0.2 0\nv 0.2 0.4 0\nv 0 0.4 0\n"
                      "f 1 2 3\nf 1 3 4\nf 4 3 5\nf 4 5 6\n");
    const Outcome falling =
        limber("simulate " + flat + " --plane-depth 0.1 --frames 30 --out " + file("flat.npy") + " --json");
    EXPECT_EQ(falling.exit_code, 0) << falling.error;
    EXPECT_EQ(falling.number("vertices"), 12);
    EXPECT_EQ(falling.number("tets"), 12);
    // Free fall by backward Euler: n (n + 1) / 2 steps of h^2 g.
    const std::vector<double> x = npy(file("flat.npy"));
    ASSERT_EQ(x.size(), 30U * 12U * 3U);
    EXPECT_NEAR(x[29 * 36 + 1], -9.81 / 3600.0 * 30.0 * 31.0 / 2.0, 1e-4);

    const std::string control =
        "control " + flat + " --plane-depth 0.1 --behaviour hop --height 0.1 --young 1e5 --frames 240 --json";
    for (const std::string parameters : {"", " --each-vertex"}) {
        const Outcome hop = limber(control + parameters);
        EXPECT_EQ(hop.exit_code, 0) << hop.error;
        EXPECT_GT(hop.number("parameters"), 4);
    }
    EXPECT_EQ(limber(control + " --each-vertex --cells 4").exit_code, 2);
    EXPECT_EQ(limber("simulate " + flat + " --plane-depth 0 --frames 1").exit_code, 2);
    EXPECT_THAT(limber("simulate " + flat + " --plane-depth 0.1 --rotate \"1 0 0 90\" --frames 1").error,
                HasSubstr("is not flat"));
    write_bytes(file("flat.json"), R"({"format": "limber-scene", "version": 1, "mesh": "flat.obj", "rig": "none",
                                       "plane_depth": 0.1})");
    EXPECT_THAT(limber("subspace " + file("flat.json")).error, HasSubstr("flat.json: moves in its plane alone"));
    EXPECT_THAT(limber("compare " + file("flat.json") + " --frames 2").error,
                HasSubstr("flat.json: moves in its plane alone"));
}

TEST_F(ThinBodyCommands, ExportTubesOfRods) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nl 1 2 3\n");
    const Outcome outcome =
        limber("export " + file("rope.obj") + " --rod-radius 0.01 --frames 3 --out " + file("rope.pc2") + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::string bytes = bytes_of(file("rope.pc2"));
    EXPECT_EQ(bytes.size(), 32U + 3U * (3U * 8U + 2U) * 3U * 4U) << "rings of eight, and two tips";
}

TEST_F(ThinBodyCommands, ThatNeedTetsRefuseRodsAndShells) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nl 1 2 3\n");
    const std::string rope = file("rope.json");
    write_bytes(rope, R"({"format": "limber-scene", "version": 1, "mesh": "rope.obj", "rig": "none",
                          "rod_radius": 0.01})");
    const Outcome falling = limber("simulate " + rope + " --frames 2 --json");
    EXPECT_EQ(falling.exit_code, 0);
    EXPECT_THAT(falling.out, HasSubstr("so that it falls: give its scene a floor"));
    const Outcome beside = limber("render " + rope + " --beside full --out " + file("rope.png"));
    EXPECT_EQ(beside.exit_code, 1);
    EXPECT_THAT(beside.error, HasSubstr("(without --paint and --beside)"));
    for (const std::string command : {"subspace", "compare --frames 2"}) {
        const Outcome outcome = limber(command + " " + rope);
        EXPECT_EQ(outcome.exit_code, 1) << command;
        EXPECT_THAT(outcome.error, HasSubstr("rope.json: consists of rods or a shell: only")) << command;
    }
    write_bytes(file("carried.json"), R"({"format": "limber-scene", "version": 3,
                                          "characters": [{"scene": "rope.json", "rigid": {"mass": 1}}]})");
    EXPECT_THAT(limber("check " + file("carried.json")).error, HasSubstr("which no rigid body carries"));
}

TEST_F(ThinBodyCommands, CheckRecordAndReplayRods) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nl 1 2 3\n");
    const std::string rope = file("rope.json");
    write_bytes(rope, R"({"format": "limber-scene", "version": 1, "mesh": "rope.obj", "rig": "none",
                          "rod_radius": 0.01})");
    const Outcome checked = limber("check " + rope + " --json");
    EXPECT_EQ(checked.exit_code, 0) << checked.error;
    EXPECT_EQ(checked.number("rods"), 2);
    EXPECT_EQ(checked.number("tets"), 0);
    EXPECT_NEAR(checked.number("mass"), 1000.0 * std::numbers::pi * 1e-4 * 0.2, 1e-9);
    const Outcome recorded = limber("record " + rope + " --frames 5 --out " + file("fall.json"));
    EXPECT_EQ(recorded.exit_code, 0) << recorded.error;
    const Outcome replayed = limber("replay " + file("fall.json"));
    EXPECT_EQ(replayed.exit_code, 0) << replayed.error;
}

} // namespace
} // namespace limber::testing
