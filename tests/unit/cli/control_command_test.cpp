// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"
#include "engine/replay/motion_reader.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaces.h"
#include "tests/support/thin_meshes.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Control : public ::testing::Test {
protected:
    Control() {
        EXPECT_TRUE(write_tet_mesh(bar_mesh(3, 8, 3, Vec3(0.4, 1.2, 0.4)), block));
        EXPECT_TRUE(write_tet_mesh(ball_mesh(4), ball));
    }

    ScratchFolder folder;
    std::string block = (folder / "block.msh").string();
    std::string ball = (folder / "ball.msh").string();
    const std::string firm = " --young 1e5 --modes 10 --json";
};

TEST_F(Control, AMeshHopsToTheHeightThatIsWanted) {
    const Outcome hop = limber("control " + block + firm + " --behaviour hop --height 0.3 --distance 0 --frames 300");
    ASSERT_EQ(hop.exit_code, 0) << hop.error;
    for (const std::string& key : promised_keys("`control`")) {
        EXPECT_TRUE(has_key(hop.out, key)) << key;
    }
    EXPECT_NEAR(hop.number("metres"), 0.3, 0.05 * 0.3);
    EXPECT_EQ(hop.value("fell"), "false");
    EXPECT_LT(hop.number("tilt_max"), 15.0);
    EXPECT_EQ(hop.value("done"), "true");
}

TEST_F(Control, ABallRollsTheDistanceThatIsWanted) {
    const Outcome roll = limber("control " + ball + firm + " --behaviour roll --distance 2 --speed 1 --frames 400");
    ASSERT_EQ(roll.exit_code, 0) << roll.error;
    EXPECT_NEAR(roll.number("distance"), 2.0, 0.05);
    EXPECT_EQ(roll.value("done"), "true");
}

TEST_F(Control, SaysHowFarABodyCameThatDoesNotArrive) {
    const std::string walk = "control " + block + firm + " --behaviour walk --distance ";
    const Outcome shorter = limber(walk + "9 --speed 0.5 --frames 30");
    ASSERT_EQ(shorter.exit_code, 0) << shorter.error;
    EXPECT_EQ(shorter.value("done"), "false");
    EXPECT_THAT(shorter.out, HasSubstr("m along its way of 9.0"));
    const Outcome stands = limber("control " + block + firm + " --behaviour stand --frames 30");
    EXPECT_THAT(stands.out, Not(HasSubstr("along its way"))) << "it has none";
}

// A card that is bent around an upright axis, so that it stands.
TEST_F(Control, AShellHops) {
    SurfaceMesh card = sheet(6, 6, 0.1);
    for (Index v = 0; v < card.V.rows(); ++v) {
        const double angle = 2.6 * (card.V(v, 0) / 0.6 - 0.5);
        card.V(v, 0) = 0.6 / 2.6 * std::sin(angle);
        card.V(v, 2) = -0.6 / 2.6 * std::cos(angle);
    }
    std::ofstream(folder / "card.obj") << obj_file(card);
    const Outcome hop =
        limber("control " + (folder / "card.obj").string() +
               " --shell-thickness 0.02 --young 1e6 --unit 1 --json --behaviour hop --height 0.1 --distance 0 "
               "--frames 200");
    ASSERT_EQ(hop.exit_code, 0) << hop.error;
    EXPECT_NEAR(hop.number("metres"), 0.1, 0.02);
    EXPECT_EQ(hop.value("fell"), "false");
}

TEST_F(Control, NoGaitIsSearchedForRods) {
    std::ofstream(folder / "line.obj") << "v 0 0 0\nv 1 0 0\nv 1.2 0 0\nl 1 2 3\n";
    std::ofstream(folder / "line.json")
        << R"({"format": "limber-scene", "version": 1, "mesh": "line.obj", "rig": "none",
        "rod_radius": 0.01, "contact": {"floor": true}})";
    const Outcome refused =
        limber("gait " + (folder / "line.json").string() + " --out " + (folder / "gait.json").string());
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.error, HasSubstr("no gait is searched: let it behave with limber control"));
}

TEST_F(Control, ABodyFleesFromWhatIsBehindIt) {
    const Outcome flee = limber("control " + block + firm + " --behaviour flee --distance 1 --frames 400");
    ASSERT_EQ(flee.exit_code, 0) << flee.error;
    EXPECT_EQ(flee.value("done"), "true");
    EXPECT_NEAR(flee.number("distance"), 1.25 - 0.6, 0.1) << "the target is half a height behind it";
    const Outcome calm = limber("control " + block + firm + " --behaviour flee --distance 0.5 --frames 400");
    EXPECT_EQ(calm.number("steps"), 1.0) << "the target is far enough already";
    EXPECT_EQ(calm.value("done"), "true");
}

TEST_F(Control, AStandingBodyAnswersAPush) {
    const Outcome stand = limber("control " + block + firm + " --behaviour stand --push 1 --frames 240");
    ASSERT_EQ(stand.exit_code, 0) << stand.error;
    EXPECT_EQ(stand.value("fell"), "false");
    EXPECT_GT(stand.number("tilt_max"), 0.5) << "the push is felt";
    const Outcome hop = limber("control " + block + firm +
                               " --behaviour hop --height 0.1 --distance 0 --push 0.3 --push-every 2 --frames 200");
    EXPECT_EQ(hop.number("steps"), 200.0) << "it is pushed after its hop, too";
}

TEST_F(Control, BakesTheMotionAndRepeatsItsBits) {
    const std::string run = "control " + block + firm + " --behaviour hop --height 0.2 --frames 60 --out ";
    const std::string first = (folder / "first.npy").string();
    const std::string again = (folder / "again.npy").string();
    ASSERT_EQ(limber(run + first).exit_code, 0);
    ASSERT_EQ(limber(run + again).exit_code, 0);
    const auto motion = read_motion(first);
    ASSERT_TRUE(motion);
    EXPECT_EQ(motion.value().size(), 60U);
    EXPECT_EQ(motion.value().back(), read_motion(again).value().back());
}

TEST_F(Control, ExamplePosesAreItsParameters) {
    TetMesh pose = bar_mesh(3, 8, 3, Vec3(0.4, 1.2, 0.4));
    const Points rest = pose.X;
    pose.X = rest * Vec3(1.2, 0.7, 1.2).asDiagonal();
    EXPECT_TRUE(write_tet_mesh(pose, folder / "crouch.msh"));
    pose.X = rest;
    pose.X.col(0) += 0.3 * rest.col(1).cwiseProduct(rest.col(1));
    EXPECT_TRUE(write_tet_mesh(pose, folder / "lean.msh"));
    const std::string poses = " --examples " + (folder / "crouch.msh").string() + "," + (folder / "lean.msh").string();
    const Outcome stand = limber("control " + block + firm + poses + " --behaviour stand --frames 30");
    ASSERT_EQ(stand.exit_code, 0) << stand.error;
    EXPECT_EQ(stand.number("parameters"), 2.0);
    EXPECT_EQ(stand.value("fell"), "false");
    const Outcome caged = limber("control " + block + firm + poses + " --cells 4 --behaviour stand --frames 2");
    ASSERT_EQ(caged.exit_code, 0) << caged.error;
    EXPECT_GT(caged.number("parameters"), 2.0);
    const Outcome refused = limber("control " + block + firm + " --examples " + ball + " --frames 2");
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.error, HasSubstr("an example pose has the same vertices in the same order"));
}

TEST_F(Control, LooksAheadAndKeepsAPoseWhenAsked) {
    const std::string stand = "control " + block + firm + " --behaviour stand --frames 60";
    const Outcome plain = limber(stand);
    const Outcome ahead = limber(stand + " --look-ahead --pose 0.05");
    ASSERT_EQ(plain.exit_code, 0) << plain.error;
    ASSERT_EQ(ahead.exit_code, 0) << ahead.error;
    EXPECT_EQ(ahead.value("fell"), "false");
    EXPECT_LT(ahead.number("tilt_max"), 5.0);
}

TEST_F(Control, WeightsAndCombinesGoalsWhenAsked) {
    const std::string stand = "control " + block + firm + " --frames 90 --behaviour ";
    const Outcome flat = limber(stand + "hop --height 0.3 --distance 0 --goal height=0 --goal spin=2");
    ASSERT_EQ(flat.exit_code, 0) << flat.error;
    EXPECT_LT(flat.number("metres"), 0.05);
    const Outcome turned = limber(stand + "stand --facing 20 --goal heading=4");
    ASSERT_EQ(turned.exit_code, 0) << turned.error;
    EXPECT_GT(turned.number("heading"), 5.0);
    const Outcome taller = limber(stand + "stand --rise 0.03 --also-reach \"0.5 1.2 0.6\"");
    ASSERT_EQ(taller.exit_code, 0) << taller.error;
    EXPECT_GT(taller.number("metres"), 0.015);
}

TEST_F(Control, ControlsTheCageOfAFile) {
    SurfaceMesh box = box_surface(Vec3(0.6, 1.4, 0.6));
    box.V.rowwise() -= Eigen::RowVector3d::Constant(0.1);
    const std::string file = (folder / "cage.obj").string();
    std::ofstream(file) << obj_file(box);
    const Outcome hop =
        limber("control " + block + firm + " --behaviour hop --height 0.2 --distance 0 --frames 300 --cage " + file);
    ASSERT_EQ(hop.exit_code, 0) << hop.error;
    EXPECT_EQ(hop.number("parameters"), 18.0);
    EXPECT_NEAR(hop.number("metres"), 0.2, 0.02);
    EXPECT_EQ(limber("control " + block + " --cells 4 --cage " + file).exit_code, 2);
    EXPECT_THAT(limber("control " + ball + " --modes 2 --frames 2 --cage " + file).error,
                HasSubstr("the body is not inside the cage"));
}

TEST_F(Control, ControlsSkinningModesInPlaceOfACage) {
    const std::string hop = "control " + block + firm + " --behaviour hop --height 0.2 --distance 0 --frames 300";
    const Outcome three = limber(hop + " --skinning-modes 3");
    ASSERT_EQ(three.exit_code, 0) << three.error;
    EXPECT_EQ(three.number("parameters"), 30.0) << "six motions change no shape";
    EXPECT_NEAR(three.number("metres"), 0.2, 0.02);
    EXPECT_EQ(limber("control " + block + " --cells 4 --skinning-modes 3").exit_code, 2);
    EXPECT_EQ(limber("control " + block + " --skinning-modes 22").exit_code, 2);
    EXPECT_THAT(limber("control " + block + " --modes 2 --frames 2 --skinning-modes 3").error,
                HasSubstr("muscles.skinning_modes: must be at most 2, the modes of the subspace"));
}

// [m] how much higher the ends of the small bar are than its middle, at the end of a motion.
double bend_at_the_end(const std::string& motion) {
    const auto frames = read_motion(motion);
    EXPECT_TRUE(frames);
    const Points& last = frames.value().back();
    const Vector along = small_bar().X.col(0);
    const Vector is_end = ((along.array() - 0.5).abs() > 0.49).cast<double>();
    const Vector is_middle = ((along.array() - 0.5).abs() < 0.01).cast<double>();
    return is_end.dot(last.col(1)) / is_end.sum() - is_middle.dot(last.col(1)) / is_middle.sum();
}

class ControlOfABar : public Control {
protected:
    ControlOfABar() {
        write_small_scene(folder);
    }
    // [m] of the bar that stands with these options.
    double bend(const std::string& options) const {
        const std::string motion = (folder / "bar.npy").string();
        const Outcome stands = limber(stand + options + " --goal hold=0 --out " + motion);
        EXPECT_EQ(stands.exit_code, 0) << stands.error;
        return bend_at_the_end(motion);
    }

    std::string bar = (folder / "bar.json").string();
    const std::string clip = (folder / "bend.json").string();
    std::string stand = "control " + bar + " --young 2e5 --behaviour stand --frames 60 --cells 4 --json";
};

// The clip's rig holds the body no longer.
TEST_F(ControlOfABar, PullsItsActivationsTowardsThePoseOfAClip) {
    EXPECT_THAT(limber(stand).error, HasSubstr("rig"));
    const double straight = bend(" --rig none");
    const double up = bend(" --pose-of " + clip + " --pose-time 0.17 --pose 1");
    EXPECT_GT(up, straight + 0.02);
    EXPECT_LT(bend(" --pose-of " + clip + " --pose-time 0.5 --pose 1"), straight - 0.02);
    const double little = bend(" --pose-of " + clip + " --pose-time 0.17");
    EXPECT_GT(little, straight + 0.002);
    EXPECT_LT(little, up);
    EXPECT_NEAR(bend(" --pose-of " + clip + " --pose-time 0.17 --pose 0"), straight, 1e-6) << "without a weight";
    EXPECT_EQ(limber(stand + " --pose-time 1").exit_code, 2) << "there is no clip";
    EXPECT_THAT(limber("control " + block + " --modes 2 --frames 2 --pose-of " + clip).error,
                HasSubstr("--pose-of: needs a rig whose bones the clip moves"));
}

// Of a skeleton whose joints have other names than the bones.
TEST_F(ControlOfABar, CarriesTheClipOfAPoseOverAsTheSceneAndTheOptionsSay) {
    write_bytes(folder / "captured.bvh", two_bones_bvh());
    const std::string pose = " --pose-of " + (folder / "captured.bvh").string() + " --pose 1";
    EXPECT_NE(limber(stand + pose).exit_code, 0) << "no joint has the name of a bone";
    write_bytes(folder / "joints.json", R"({"base": "root", "arm": "tip"})");
    const double up = bend(pose + " --clip-map " + (folder / "joints.json").string());
    EXPECT_GT(up, bend(" --rig none") + 0.02);
    write_bytes(folder / "chosen.json", R"({"format": "limber-scene", "version": 1, "name": "Bar",
 "mesh": "bar.mesh", "rig": "bar_rig.json", "clips": ["captured.bvh"], "material": {"young": 20000},
 "retargeted_clips": [{"clip": "captured.bvh", "bones": {"base": "root", "arm": "tip"}}],
 "modes": 6, "clusters": {"count": 20}})");
    stand.replace(stand.find(bar), bar.size(), (folder / "chosen.json").string());
    EXPECT_NEAR(bend(pose), up, 1e-6);
}

TEST_F(Control, RefusesGoalsThatThereAreNot) {
    const std::string stand = "control " + block + " --behaviour stand ";
    for (const char* wrong : {"speed=1", "feet", "feet=-1", "feet=two", "feet=101"}) {
        const Outcome refused = limber(stand + "--goal " + wrong);
        EXPECT_EQ(refused.exit_code, 2) << wrong;
        EXPECT_THAT(refused.error, HasSubstr("must be velocity, height, balance, heading, spin, feet, hold or reach"));
    }
    EXPECT_EQ(limber(stand + "--also-region hand").exit_code, 2) << "there is no place to reach";
    EXPECT_THAT(limber(stand + "--modes 4 --also-reach \"0 1 0\" --also-region hand --frames 2").error,
                HasSubstr("the character has no painted muscle region \"hand\""));
}

TEST_F(Control, RefusesARegionThatIsNotPainted) {
    const Outcome reach = limber("control " + block + " --modes 4 --behaviour reach --region hand --frames 2");
    EXPECT_EQ(reach.exit_code, 1);
    EXPECT_THAT(reach.error, HasSubstr("the character has no painted muscle region \"hand\""));
}

TEST_F(Control, RefusesSubspacesInWhichNoBodyDecides) {
    const std::string command = "control " + block + " --modes 2 --frames 2 ";
    const Outcome displaced = limber(command + "--kind displacement");
    EXPECT_EQ(displaced.exit_code, 1);
    EXPECT_THAT(displaced.error, HasSubstr("choose a skinning --kind"));
    const Outcome newton = limber(command + "--newton arap");
    EXPECT_EQ(newton.exit_code, 1);
    EXPECT_THAT(newton.error, HasSubstr("--newton none"));
}

TEST_F(Control, RefusesWhatIsOutOfRange) {
    EXPECT_THAT(limber("control " + block + " --behaviour fly").error,
                HasSubstr("must be stand, hop, roll, walk, turn, reach, follow or flee"));
    const Outcome refused = limber("control " + block + " --height 0");
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.error, HasSubstr("--height: must be a number above 0 and at most 1000 [m], not \"0\""));
    EXPECT_EQ(limber("control " + block + " --cells 33").exit_code, 2);
    EXPECT_EQ(limber("control " + block + " --pose -1").exit_code, 2);
}

} // namespace
} // namespace limber::testing
