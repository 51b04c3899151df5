// SPDX-License-Identifier: MIT
#include "engine/mesh/tetrahedralise.h"
#include "engine/rig/rig_file.h"
#include "tests/support/needed.h"
#include "tests/support/shared_data.h"
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CheckCommand : public SmallSceneTest {};

TEST_F(CheckCommand, ReportsCountsAndQuality) {
    const Outcome outcome = limber("check " + scene + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("vertices"), 144);
    EXPECT_EQ(outcome.number("tets"), 432);
    EXPECT_NEAR(outcome.number("volume"), 0.09, 1e-12);
    EXPECT_EQ(outcome.number("components"), 1);
    EXPECT_EQ(outcome.number("bones"), 2);
    for (const char* key : {"boundary_faces", "dihedral", "edge_mean", "slivers", "clips", "warnings"}) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string("\"") + key + "\"")) << key;
    }
}

TEST_F(CheckCommand, ListsTheTargetsOfTheRig) {
    EXPECT_EQ(limber("check " + scene + " --json").number("targets"), 0);
    const TetMesh bar = small_bar();
    Rig rig = small_rig(bar);
    for (const char* name : {"smile", "frown"}) {
        Points d = Points::Zero(bar.vertex_count(), 3);
        d(rig.target_count(), 1) = 0.01;
        rig.targets.push_back({name, 0, d});
    }
    ASSERT_TRUE(write_rig(rig, folder / "bar_rig.json"));
    const Outcome outcome = limber("check " + scene + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("targets"), 2);
    EXPECT_THAT(outcome.out, HasSubstr("\"target_names\": [\"smile\", \"frown\"]"));
    EXPECT_THAT(limber("check " + scene).out, HasSubstr("smile frown"));
}

TEST_F(CheckCommand, HasTheUnitAndRotationOptions) {
    const Outcome outcome = limber("check " + scene + " --unit 0.5 --rotate \"0 0 1 90\" --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_NEAR(outcome.number("volume"), 0.09 / 8, 1e-12);
    EXPECT_NEAR(outcome.number("edge_mean"), 0.5 * limber("check " + scene + " --json").number("edge_mean"), 1e-12);
    const auto size = [this](const std::string& more) {
        const std::string out = limber("check " + scene + " --json" + more).out;
        const auto at = out.find("\"size\": [") + 9;
        return out.substr(at, out.find(']', at) - at);
    };
    EXPECT_NE(size(" --rotate \"0 0 1 45\""), size(""));
}

TEST_F(CheckCommand, TakesTheUnitOfABareSurfaceAsTheWindowDoes) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    write_bytes(folder / "large.obj", box_obj(900.0));
    const std::string check = "check " + file("large.obj") + " --vertices 200 --json";
    const Outcome fitted = limber(check);
    ASSERT_EQ(fitted.exit_code, 0) << fitted.error;
    EXPECT_NEAR(fitted.number("volume"), 0.729, 0.08) << "at 0.001 m a unit";
    EXPECT_THAT(fitted.out, HasSubstr("one unit is taken as 0.001 m"));
    EXPECT_THAT(fitted.out, Not(HasSubstr("odd_unit")));
    const Outcome metres = limber(check + " --unit 1");
    EXPECT_NEAR(metres.number("volume"), 0.729e9, 0.08e9);
    EXPECT_THAT(metres.out, HasSubstr("odd_unit"));
}

TEST_F(CheckCommand, NamesTheMaterialsAndPicturesThatASurfaceLacks) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    write_bytes(folder / "painted.mtl", "newmtl skin\nmap_Kd nowhere.png\n");
    write_bytes(folder / "painted.obj", box_obj(1.0, "mtllib painted.mtl\nusemtl skin\n"));
    write_bytes(folder / "bare.obj", box_obj(1.0, "mtllib nowhere.mtl\nusemtl skin\n"));
    const std::pair<std::string, std::string> commands[] = {
        {"check", ""}, {"simulate", " --frames 1"}, {"export", " --frames 1 --out " + file("out.pc2")}};
    for (const auto& [command, options] : commands) {
        const auto said = [&](const std::string& name) {
            return limber(command + " " + file(name) + " --vertices 200 --json" + options).out;
        };
        EXPECT_THAT(said("painted.obj"), HasSubstr("painted.obj: a picture is missing")) << command;
        EXPECT_THAT(said("bare.obj"), HasSubstr("bare.obj: its materials are missing")) << command;
    }
}

TEST_F(CheckCommand, OpensTheRealRiggedMeshes) {
    for (const std::string name : {"cd_fish", "mantaray", "moray"}) {
        const auto mesh = shared_data("rigged/" + name + "/" + name + ".msh");
        SKIP_IF_ABSENT(mesh);
        const Outcome outcome = limber("check " + mesh.string() + " --json");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, HasSubstr("\"frames\": 241"));
    }
}

} // namespace
} // namespace limber::testing
