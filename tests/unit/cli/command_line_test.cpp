// SPDX-License-Identifier: MIT
#include "engine/core/json.h"
#include "engine/formats/bvh_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/rig/rig_file.h"
#include "tests/support/gltf_files.h"
#include "tests/support/interchange_files.h"
#include "tests/support/meshes.h"
#include "tests/support/needed.h"
#include "tests/support/surfaceless_egl.h"
#include "tests/support/walker_bvh.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <sstream>

/// Invalid command lines, their messages, and the printed keys.
namespace limber::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CommandLine : public SmallSceneTest {
protected:
    // Expects exit code 2 and one message on stderr that contains `name`, and the same message in JSON with --json.
    static void expect_refused(const std::string& arguments, const std::string& name) {
        const Outcome outcome = limber(arguments + " --json");
        EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.error;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
        EXPECT_THAT(outcome.error, ::testing::StartsWith("limber: " + name)) << arguments;
        EXPECT_THAT(outcome.error, Not(HasSubstr("?."))) << arguments;
        EXPECT_THAT(outcome.out, ::testing::StartsWith("{\n  \"error\": \"")) << arguments << "\n" << outcome.out;
    }
};

TEST_F(CommandLine, RejectsValuesOutOfRange) {
    for (const std::string option : {"--unit 0",
                                     "--unit -1",
                                     "--unit inf",
                                     "--unit x",
                                     "--rotate \"\"",
                                     "--rotate \"1 0 0\"",
                                     "--rotate \"0 0 0 3\"",
                                     "--rotate \"1e300 0 0 3\"",
                                     "--rotate \"1 0 0 1e300\"",
                                     "--young 0",
                                     "--young -1",
                                     "--young nan",
                                     "--young 1e999",
                                     "--young 1e30",
                                     "--young 1e-30",
                                     "--density 1e30",
                                     "--density nan",
                                     "--dt 1e9",
                                     "--dt 1e-300",
                                     "--dt nan",
                                     "--damping 1e30",
                                     "--strain-damping 1e30",
                                     "--unit 1e9",
                                     "--poisson nan",
                                     "--density 0",
                                     "--density -2",
                                     "--poisson 0.5",
                                     "--poisson 0.49999999",
                                     "--poisson -0.1",
                                     "--dt 0",
                                     "--dt 11",
                                     "--dt -1",
                                     "--seed -1",
                                     "--seed 18446744073709551616",
                                     "--seed 1.5",
                                     "--iterations 0",
                                     "--iterations 100001",
                                     "--modes 0",
                                     "--modes 100000",
                                     "--modes -3",
                                     "--modes many",
                                     "--clusters 0",
                                     "--clusters -1",
                                     "--rig \"\"",
                                     "--clip \"\"",
                                     "--threads -1"}) {
        expect_refused("simulate " + scene + " --frames 1 " + option, option.substr(0, option.find(' ')) + ": must ");
    }
}

TEST_F(CommandLine, ExitsWithTwoWhereItIsInvalid) {
    for (const std::string& arguments :
         {std::string("simulate"), std::string("dance"), "simulate " + scene + " --frames none",
          "simulate " + scene + " --frames 0", "simulate " + scene + " --wings 2",
          "simulate " + scene + " --rotate \"0 0 0 3\"", "simulate " + scene + " --rotate \"1 0 0\"",
          "simulate " + scene + " --poisson 0.5", "gait " + scene + " --direction 0 0 0",
          "simulate " + scene + " --vertices 10", "simulate " + scene + " --points 0",
          "subspace " + scene + " --modes 0", "subspace " + scene + " --modes few",
          "render " + scene + " --size big --out " + file("a.png"), "render " + scene}) {
        const Outcome outcome = limber(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << arguments << ": " << outcome.error;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    }
}

TEST_F(CommandLine, StatesTheValueCountOfAnOption) {
    const auto said = [&](const std::string& words) {
        return limber(words).error;
    };
    EXPECT_THAT(said("gait " + scene + " --target 0 0"), HasSubstr("--target: must be given once, with three numbers"));
    EXPECT_THAT(said("simulate " + scene + " --clip"), HasSubstr("--clip: must have a value behind it"));
    EXPECT_THAT(said("simulate " + scene + " --frames"), HasSubstr("--frames: must be given once, with one value"));
}

TEST_F(CommandLine, ReportsUnknownArguments) {
    expect_refused("dance", "\"dance\": is neither a file nor a command; the commands are check, ");
    expect_refused("whale", "\"whale\": is neither a file nor a command; the built-in one is creature:whale.");
    expect_refused("sea", "\"sea\": is neither a file nor a command; the built-in one is creature:sea.");
    EXPECT_THAT(limber("octopus").error, HasSubstr("assets/scenes/octopus.json."));
    expect_refused("simulate", "FILE is missing");
    expect_refused("render " + scene, "--out: is missing");
    expect_refused("simulate " + scene + " --wings 2", "--wings: is no option of simulate");
    expect_refused("simulate " + scene + " " + scene, "\"" + scene + "\": is one word too many");
    expect_refused("simulate " + scene + " --modes 3 --modes 4", "--modes: must be given once");
    expect_refused("simulate " + scene + " --modes", "--modes: must");
    expect_refused("--size big " + scene, "--size: must be WIDTHxHEIGHT");
    expect_refused("--clip \"\" " + scene, "--clip: must name a clip file");
    expect_refused("--clip-stride 6 " + scene, "--clip-stride: must be");
    expect_refused("--clip-map \"\" " + scene, "--clip-map: must name a file of joints and bones");
    EXPECT_THAT(limber(scene + " --clip").error, ::testing::StartsWith("limber: --clip: needs a value behind it"));
    expect_refused("--content-scale nan " + scene, "--content-scale: must be a number");
    expect_refused("--exit-after-frames soon " + scene, "--exit-after-frames: must be a whole number");
    EXPECT_EQ(limber("--wings").exit_code, 2);
    EXPECT_EQ(limber("''").exit_code, 2);
}

TEST_F(CommandLine, RejectsUnwritableOutputsFirst) {
    expect_refused("render " + scene + " --out " + file("a.jpg"), "--out: must name a file that ends in .png or .mp4");
    expect_refused("simulate " + scene + " --out " + file("a.txt"),
                   "--out: must name a file that ends in .npy or .pc2");
    expect_refused("subspace " + scene + " --out " + file("a.txt"), "--out: must name a file that ends in .npy");
    for (const std::string command :
         {"render FILE --out a/b.png", "simulate FILE --out a/b.npy", "subspace FILE --out a/b.npy"}) {
        std::string words = command;
        words.replace(words.find("FILE"), 4, file("broken.json")); // is not read
        words.replace(words.find(" a/"), 3, " " + file("nowhere/"));
        const Outcome outcome = limber(words);
        EXPECT_EQ(outcome.exit_code, 1) << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr("there is no such folder"));
    }
}

TEST_F(CommandLine, RejectsAnEmptyFileName) {
    const Outcome outcome = limber("check '' --json");
    EXPECT_EQ(outcome.exit_code, 1) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("the name is empty"));
    EXPECT_THAT(outcome.out, HasSubstr("\"error\": "));
}

TEST_F(CommandLine, NumericalFailureExitsWithThree) {
    const auto controls = [this](const std::string& event) {
        write_bytes(folder / "absurd.json",
                    R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, )" + event + "}]}");
        return "--controls " + file("absurd.json");
    };
    const std::string absurd = controls(R"("set": {"gravity": [0, -1e40, 0]})");
    const Outcome outcome = limber("simulate " + scene + " --frames 4 --json " + absurd);
    EXPECT_EQ(outcome.exit_code, 3) << outcome.out << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"error\": "));
    for (const std::string event : {R"("handle": {"vertex": 100, "stiffness": 1e5, "target": [1e300, 0, 0]})",
                                    R"("move": [[1e200, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])"}) {
        const Outcome refused = limber("simulate " + scene + " --frames 4 --json " + controls(event));
        EXPECT_EQ(refused.exit_code, 1) << event << "\n" << refused.out << refused.error;
        EXPECT_THAT(refused.out, HasSubstr("is out of range: ")) << event;
    }
}

TEST_F(CommandLine, ReportsAFailureToPrint) {
    for (const std::string& words : {"check " + scene + " --json", "check " + scene, std::string("--help"),
                                     std::string("check --help"), std::string("--version")}) {
        const Outcome outcome = limber(words + " > /dev/full )", "( ");
        EXPECT_EQ(outcome.exit_code, 1) << words;
        EXPECT_THAT(outcome.error, HasSubstr("the output could not be written")) << words;
    }
    EXPECT_EQ(limber("check nowhere.json --json > /dev/full )", "( ").exit_code, 1);
    EXPECT_EQ(limber("check --json > /dev/full )", "( ").exit_code, 2);
}

// The name of a file that a command writes is that of a full disk. Other outputs of the command are in the folder.
struct FullDisk {
    std::string command;
    std::string name;
    bool draws = false;
};

TEST_F(CommandLine, ReportsAFailureToWriteAFile) {
    write_bytes(folder / "ffmpeg", "#!/bin/sh\nfor last; do :; done\nwc -c > \"$last\"\n");
    std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
    const std::string search = "gait FILE --rig none --muscles 2 --population 4 --steps 10 --generations 1 ";
    const std::vector<FullDisk> full_disks = {
        {"simulate FILE --frames 2 --out full.npy", "full.npy"},
        {"simulate FILE --frames 2 --out full.pc2", "full.pc2"},
        {"subspace FILE --out full.npy", "full.npy"},
        {"record FILE --frames 2 --out full.json", "full.json"},
        {"export FILE --frames 2 --out full.glb", "full.glb"},
        {"export FILE --frames 2 --out full.usda", "full.usda"},
        {"export FILE --frames 2 --out full.pc2", "full.pc2"},
        {"export FILE --frames 2 --out full.pc2", "full_rest.obj"},
        {"export FILE --frames 2 --out full.mdd", "full.mdd"},
        {"export FILE --frames 2 --out full.obj", "full_0002.obj"},
        {"render FILE --frame 0 --size 64x36 --out full.png", "full.png", true},
        {"render FILE --frames 2 --size 64x36 --out full.png", "full_0002.png", true},
        {"render FILE --frames 2 --size 64x36 --out full.mp4", "full.mp4", true},
        {search + "--out full.json", "full.json"},
        {search + "--out gait.json --out-scene full.json", "full.json"},
        {search + "--resume full.json", "full.json"},
        {"compare FILE --kinds skinning --frames 2 --csv full.csv", "full.csv"},
        {"compare FILE --kinds full --frames 2 --out full.npy", "full.npy"},
        {"simulate FILE --frames 2 --csv full.csv", "full.csv"}};
    const bool can_draw = has_surfaceless_egl();
    for (const FullDisk& full : full_disks) {
        if (full.draws && !can_draw) {
            continue;
        }
        std::filesystem::create_symlink("/dev/full", folder / full.name);
        std::string words = full.command;
        words.replace(words.find("FILE"), 4, scene);
        const Outcome outcome = limber(words + " --json", "cd " + file("") + "; PATH=.:\"$PATH\" ");
        EXPECT_TRUE(std::filesystem::is_symlink(folder / full.name)) << full.command;
        std::filesystem::remove(folder / full.name);
        EXPECT_EQ(outcome.exit_code, 1) << full.command << ", " << full.name << "\n" << outcome.error;
        EXPECT_THAT(outcome.out, HasSubstr("\"error\": ")) << full.command;
        EXPECT_THAT(outcome.error, HasSubstr(full.name)) << full.command;
    }
    SKIP_WITHOUT(can_draw, "EGL driver that draws without a display");
}

TEST_F(CommandLine, RefusesMoreFramesThanARecordingHolds) {
    for (const std::string command : {"simulate FILE", "record FILE --out a.json", "export FILE --out a.glb",
                                      "render FILE --out a.png", "compare FILE --kinds skinning"}) {
        for (const std::string count : {"10000001", "1e18", "1000000000000000000", "-1", "0"}) {
            std::string words = command;
            words.replace(words.find("FILE"), 4, scene);
            expect_refused(words + " --frames " + count,
                           "--frames: must be a whole number from 1 to 10000000, not \"" + count + "\"");
        }
    }
}

// With a clip of the rig's own, and without one, no file of joints is needed.
TEST_F(CommandLine, RejectsFilesOfJointsThatCannotBeRead) {
    for (const std::string& clip : {std::string(), " --clip " + file("bend.json")}) {
        for (const std::string map : {"/dev/zero", "/", "nowhere.json"}) {
            const Outcome outcome = limber("check " + scene + clip + " --clip-map " + map + " --no-cache");
            EXPECT_EQ(outcome.exit_code, 1) << clip << map;
            EXPECT_THAT(outcome.error, HasSubstr("limber: " + map + ": th")) << clip;
        }
    }
}

// Before anything is built, which progress on stderr would show; also of kinds that need no such file.
TEST_F(CommandLine, FindsOutFirstThatFilesOfSubspacesAreMissing) {
    for (const std::string& words :
         {"compare " + scene + " --kinds skinning,greens:loads=nowhere.json",
          "subspace " + scene + " --loads nowhere.json",
          "simulate " + scene + " --kind greens --loads nowhere.json#far",
          "subspace " + scene + " --kind pod --subspace-file nowhere.npy",
          "render " + scene + " --beside greens:loads=nowhere.json --out " + file("a.png")}) {
        const Outcome outcome = limber(words + " --no-cache");
        EXPECT_EQ(outcome.exit_code, 1) << words;
        EXPECT_THAT(outcome.error, ::testing::StartsWith("limber: nowhere.")) << words;
        EXPECT_THAT(outcome.error, HasSubstr("there is no such file")) << words;
    }
}

// Also where the loads are those of one component.
TEST_F(CommandLine, KeepsAFileOfLoads) {
    const std::string loads = file("loads.json");
    write_bytes(loads, "{}");
    std::filesystem::create_symlink(loads, folder / "curves.csv");
    const std::string csv = " --csv " + file("curves.csv");
    for (const std::string& words : {"simulate " + scene + " --loads " + loads + "#far",
                                     "compare " + scene + " --kinds greens:loads=" + loads + "#far",
                                     "compare " + scene + " --kinds greens:loads=" + loads + ":switched"}) {
        const Outcome outcome = limber(words + csv + " --frames 1");
        EXPECT_EQ(outcome.exit_code, 1) << words;
        EXPECT_THAT(outcome.error, HasSubstr("is read by this command and would be lost")) << words;
    }
}

TEST_F(CommandLine, KeepsTheTableOfAComparisonFromAnInput) {
    std::filesystem::create_symlink(scene, folder / "table.csv");
    const Outcome outcome = limber("compare " + scene + " --kinds skinning --frames 2 --csv " + file("table.csv"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("is read by this command and would be lost"));
    EXPECT_THAT(limber("compare " + file("broken.json") + " --csv " + file("nowhere/a.csv")).error,
                HasSubstr("there is no such folder"));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // sanitizers reserve more memory than the limit
TEST_F(CommandLine, ReportsOutOfMemory) {
    std::ofstream(folder / "huge.msh").put(' ');
    std::filesystem::resize_file(folder / "huge.msh", std::uintmax_t{900} << 20U); // sparse
    const Outcome outcome = limber("check " + file("huge.msh") + " --json --no-cache", "ulimit -v 700000; ");
    EXPECT_EQ(outcome.exit_code, 1) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("not enough memory"));
    EXPECT_THAT(outcome.out, ::testing::StartsWith("{\n  \"error\": \"")) << outcome.out;
}

// OpenBLAS retries without end where it gets no memory for its buffers of 128 MB.
TEST_F(CommandLine, ReportsOutOfMemoryInTheSolver) {
    std::set<int> exit_codes;
    for (const std::string threads : {"1", "2"}) {
        for (const std::string kilobytes : {"200000", "320000", "360000", "450000", "1500000"}) {
            const Outcome outcome = limber("simulate " LIMBER_SOURCE_DIR "/assets/scenes/toy_block.json --frames 2 "
                                           "--json --no-cache --threads " +
                                               threads,
                                           "ulimit -v " + kilobytes + "; timeout 60 ");
            exit_codes.insert(outcome.exit_code);
            if (outcome.exit_code != 0) {
                EXPECT_THAT(outcome.error, HasSubstr("not enough memory")) << kilobytes;
                EXPECT_THAT(outcome.out, ::testing::StartsWith("{\n  \"error\": \"")) << kilobytes << outcome.out;
            }
        }
    }
    EXPECT_THAT(exit_codes, ::testing::ElementsAre(0, 1));
}

// Threads of OpenBLAS would each take a buffer before main, and be joined at the end.
TEST_F(CommandLine, EndsWhereMemoryIsShort) {
    const Outcome outcome = limber("--version", "ulimit -v 180000; timeout 60 ");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
}
#endif

TEST_F(CommandLine, UsesFewerClustersWithAWarning) {
    const Outcome outcome = limber("subspace " + scene + " --modes 3 --clusters 5000 --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("too few tets for 5000 clusters"));
}

TEST_F(CommandLine, FramesABodyOfAnySizeAndKeepsItsUnit) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    std::vector<double> bytes;
    for (const std::string unit : {"0.02", "1", "800"}) {
        const Outcome outcome = limber("render " + file("bar.mesh") + " --unit " + unit +
                                       " --frame 0 --size 64x36 --json --out " + file("bar.png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, Not(HasSubstr("one unit is taken as")));
        bytes.push_back(static_cast<double>(bytes_of(folder / "bar.png").size()));
    }
    // The same picture up to rounding; an empty one would be much smaller.
    EXPECT_NEAR(bytes[0], bytes[1], 0.03 * bytes[1]);
    EXPECT_NEAR(bytes[2], bytes[1], 0.03 * bytes[1]);
}

// Such bodies have their vertices computed on the CPU: a mesh of tets, and a surface that is filled.
TEST_F(CommandLine, DrawsBodiesThatAreReconstructed) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    write_bytes(folder / "box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                                    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    for (const std::string& input : {scene, file("box.obj") + " --vertices 200"}) {
        const Outcome outcome = limber("render " + input + " --modes 4 --clusters 4 --kind warped --frame 2 --size " +
                                       "64x36 --json --out " + file("warped.png"));
        EXPECT_EQ(outcome.exit_code, 0) << input << outcome.error;
        std::filesystem::remove(folder / "warped.png");
    }
}

TEST_F(CommandLine, HelpListsTheCommands) {
    const Outcome outcome = limber("--help");
    EXPECT_EQ(outcome.exit_code, 0);
    for (const char* command : {"check", "subspace", "simulate", "render"}) {
        EXPECT_THAT(outcome.out, HasSubstr(command));
    }
    EXPECT_THAT(limber("simulate --help").out, HasSubstr("--controls"));
}

TEST_F(CommandLine, HelpListsTheWindowOptionsWithoutPaths) {
    const Outcome outcome = limber("--help");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("--paused"), HasSubstr("--size"), HasSubstr("--exit-after-frames")));
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("limber [FILE]"), HasSubstr("limber COMMAND FILE"),
                                   HasSubstr("creature:NAME for a built-in character")));
    EXPECT_THAT(outcome.out, Not(HasSubstr(LIMBER_PROGRAM)));
    EXPECT_THAT(limber("record --help").out,
                AllOf(HasSubstr("limber record [OPTIONS] FILE"), HasSubstr("creature:NAME"),
                      HasSubstr("--controls FILE"), HasSubstr("--out FILE")));
    EXPECT_THAT(limber("--version").out, ::testing::MatchesRegex("limber [0-9.]+\n"));
}

// A block of tets that hangs on the hips of a person.
void write_person(const ScratchFolder& folder) {
    Rng rng(1);
    const TetMesh mesh = bar_mesh(3, 5, 3, Vec3(0.4, 1.6, 0.3));
    Rig rig{other_person(0.1, 0.4, 0.0, rng), {}, {}};
    rig.W = Matrix::Zero(mesh.vertex_count(), rig.skeleton.bone_count());
    rig.W.col(0).setOnes();
    ASSERT_TRUE(write_tet_mesh(mesh, folder / "person.mesh"));
    ASSERT_TRUE(write_rig(rig, folder / "person_rig.json"));
    write_bytes(folder / "walk.bvh", person_bvh(1, 5));
}

// A person who stands still.
std::string standing_bvh() {
    std::string text = person_bvh(1, 1);
    const std::string frame = text.substr(text.find('\n', text.find("Frame Time")) + 1);
    const std::string count = "Frames: 1";
    return text.replace(text.find(count), count.size(), "Frames: 3") + frame + frame;
}

TEST_F(CommandLine, ListsWhatFollowsWhatInAMotionCapture) {
    ASSERT_NO_FATAL_FAILURE(write_person(folder));
    write_bytes(folder / "walk.bvh", standing_bvh());
    const Outcome outcome = limber("check " + file("person.mesh") + " --rig " + file("person_rig.json") + " --clip " +
                                   file("walk.bvh") + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("mixamorig:LeftForeArm"));
    EXPECT_THAT(outcome.out, HasSubstr("LeftElbow"));
    for (const std::string& key : promised_keys("`check`, `.bvh`")) {
        const std::string name = key.substr(key.find('.') + 1);
        EXPECT_TRUE(has_key(outcome.out, name)) << name << "\n" << outcome.out;
    }
    EXPECT_EQ(promised_keys("`check`, `.bvh`").size(), 10U);
}

TEST_F(CommandLine, ListsAllNamesWhereAMotionIsOfAnotherKindOfBody) {
    write_bytes(folder / "walk.bvh", person_bvh(1, 5));
    const std::string check = "check " + scene + " --clip " + file("walk.bvh");
    EXPECT_THAT(limber(check).error, AllOf(HasSubstr("another kind of body"), HasSubstr("limber check BODY --clip")));
    const Outcome refused = limber(check + " --json");
    EXPECT_EQ(refused.exit_code, 1);
    const auto answer = parse_json(refused.out, "the answer");
    ASSERT_TRUE(answer) << refused.out;
    using Names = std::vector<std::string>;
    const Json& clips = answer.value().at("joints_of_clips");
    ASSERT_EQ(clips.size(), 1U);
    const auto joints = clips.at(0).at("joints").get<Names>();
    const auto walk = parse_bvh(person_bvh(1, 5), "walk.bvh");
    ASSERT_TRUE(walk);
    ASSERT_EQ(joints.size(), walk.value().skeleton.bones.size());
    EXPECT_EQ(joints.back(), walk.value().skeleton.bones.back().name);
    EXPECT_EQ(answer.value().at("bone_names").get<Names>().size(), 2U);
}

// A bar of two bones of the tower's names, at rest elsewhere.
TEST_F(CommandLine, SaysThatAStrideOfWhatHasNoHipsHasNoEffect) {
    const TetMesh mesh = bar_mesh(2, 4, 2, Vec3(1, 2, 1));
    Rig rig;
    rig.skeleton.bones = {{.name = "root"}, {.name = "tip", .parent = 0}};
    rig.skeleton.bones[1].rest.col(3) = Vec3(0, 1.5, 0);
    rig.W = Matrix::Zero(mesh.vertex_count(), 2);
    for (Index i = 0; i < rig.W.rows(); ++i) {
        rig.W(i, mesh.X(i, 1) < 1.0 ? 0 : 1) = 1.0;
    }
    ASSERT_TRUE(write_tet_mesh(mesh, folder / "bar.mesh"));
    ASSERT_TRUE(write_rig(rig, folder / "bar_rig.json"));
    write_bytes(folder / "tower.glb", tower_glb());
    const Outcome outcome = limber("check " + file("bar.mesh") + " --rig " + file("bar_rig.json") + " --clip " +
                                   file("tower.glb") + " --clip-stride 0.5 --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("tower.glb: its stride has no effect"));
    for (const std::string key : {"matches", "unmatched", "scale"}) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
    for (const std::string key :
         {"stride", "best_stride", "foot_slide", "foot_slide_of_capture", "feet", "foot_heights"}) {
        EXPECT_FALSE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
}

TEST_F(CommandLine, TakesTheStrideAndTheJointsOfAMotionCapture) {
    ASSERT_NO_FATAL_FAILURE(write_person(folder));
    const std::string words = "check " + file("person.mesh") + " --rig " + file("person_rig.json") + " --clip " +
                              file("walk.bvh") + " --json";
    EXPECT_THAT(limber(words + " --clip-stride 0.5").out, HasSubstr("\"stride\": 0.5"));
    EXPECT_THAT(limber(words + " --clip-stride 0").error, HasSubstr("--clip-stride: must"));
    EXPECT_THAT(limber(words).out, HasSubstr("\"feet\": \"captured\""));
    EXPECT_THAT(limber(words + " --clip-feet turned").out, HasSubstr("\"feet\": \"turned\""));
    EXPECT_THAT(limber(words + " --clip-feet flat").error,
                HasSubstr("--clip-feet: must be \"captured\" or \"turned\""));
    write_bytes(folder / "joints.json", R"({"LeftWrist": "mixamorig:RightHand"})");
    const Outcome crossed = limber(words + " --clip-map " + file("joints.json"));
    ASSERT_EQ(crossed.exit_code, 0) << crossed.error;
    EXPECT_THAT(crossed.out, HasSubstr("\"unmatched\": [\"RightWrist\"]"));
    write_bytes(folder / "joints.json", R"({"LeftWrist": "claw"})");
    const Outcome refused = limber(words + " --clip-map " + file("joints.json"));
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.error, HasSubstr("joints.json: names the bone \"claw\", which the rig does not have"));
    EXPECT_EQ(limber(words + " --clip-map " + file("nowhere.json")).exit_code, 1);
}

TEST_F(CommandLine, ReadsCharactersInFbxAndColladaWithAWarning) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    write_bytes(folder / "tower.fbx", tower_fbx());
    write_bytes(folder / "tower.dae", tower_dae());
    for (const std::string name : {"tower.fbx", "tower.dae"}) {
        const Outcome outcome = limber("check " + file(name) + " --vertices 200 --json");
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, AllOf(HasSubstr("\"turn"), HasSubstr(name + " was read with assimp")));
    }
    write_bytes(folder / "broken.fbx", "; FBX 7.4.0 project file\nObjects: {");
    EXPECT_THAT(limber("check " + file("broken.fbx")).error, HasSubstr("cannot be read as FBX"));
}

TEST_F(CommandLine, PrintsEveryKeyInTheManual) {
    write_bytes(folder / "tape.json", R"({"format": "limber-controls", "version": 1, "steps": 2,
      "hash": "0123456789abcdef", "events": []})");
    for (const std::string command : {"check", "subspace", "simulate"}) {
        const std::string more = command == "simulate" ? " --controls " + file("tape.json") : std::string();
        const Outcome outcome = limber(command + " " + scene + more + " --json");
        const std::vector<std::string> keys = promised_keys("`" + command + "`");
        EXPECT_GT(keys.size(), 15u) << command;
        for (const std::string& key : keys) {
            EXPECT_TRUE(has_key(outcome.out, key)) << command << ": " << key << "\n" << outcome.out;
        }
    }
}

} // namespace
} // namespace limber::testing
