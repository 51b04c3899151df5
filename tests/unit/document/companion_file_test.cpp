// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/document/companion_file.h"
#include "app/document/opening.h"
#include "app/imports/conversion.h"
#include "tests/support/interchange_files.h"
#include "tests/support/needed.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/walker_bvh.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* a_rig = R"({"format": "limber-rig", "version": 1})";
constexpr const char* a_clip = R"({"format": "limber-clip", "version": 1})";

// Without weights, which are not compared.
std::string rig_with(const std::vector<std::string>& bones) {
    std::string list;
    for (const std::string& bone : bones) {
        list += (list.empty() ? "" : ", ") + (R"({"name": ")" + bone + R"(", "parent": -1})");
    }
    return R"({"format": "limber-rig", "version": 1, "bones": [)" + list + "]}";
}

// A person by its names alone: the second skin is of the boots.
constexpr const char* person_gltf = R"({
    "asset": {"version": "2.0"}, "meshes": [{}],
    "nodes": [{"name": "Scene", "children": [1]}, {"name": "mixamorig:Hips", "children": [2, 3, 4, 6]},
              {"name": "mixamorig:Spine", "children": [8]}, {"name": "mixamorig:Head"},
              {"name": "mixamorig:LeftUpLeg", "children": [5]}, {"name": "mixamorig:LeftLeg"},
              {"name": "mixamorig:RightUpLeg", "children": [7]}, {"name": "mixamorig:RightLeg"},
              {"name": "mixamorig:Neck"}],
    "skins": [{"joints": [1, 2, 3, 4, 6, 8]}, {"joints": [5, 7]}]})";

// A motion of a bone and its child.
std::string tower_bvh(const std::string& root, const std::string& tip) {
    return "HIERARCHY\nROOT " + root +
           "\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nJOINT " + tip +
           "\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\n"
           "MOTION\nFrames: 1\nFrame Time: 0.0166667\n0 0 0 0 0 0 0 0 0\n";
}

class Companions : public ::testing::Test {
protected:
    fs::path file(const std::string& name, const std::string& text) const {
        fs::create_directories((scratch.path() / name).parent_path());
        std::ofstream(scratch.path() / name) << text;
        return scratch.path() / name;
    }

    const limber::testing::ScratchFolder scratch;
};

TEST_F(Companions, ARigAndAClipBelongToTheMeshBesideThem) {
    const fs::path mesh = file("puppy.msh", "");
    file("hat.obj", "");
    const fs::path rig = file("puppy_rig.json", a_rig);
    const fs::path clip = file("wave.json", a_clip);
    for (const fs::path& path : {rig, clip}) {
        const auto companion = companion_file(path);
        ASSERT_TRUE(companion) << path;
        EXPECT_EQ(companion->kind, path == rig ? "rig" : "clip");
        EXPECT_EQ(companion->opens_by, mesh);
        EXPECT_EQ(companion->others, 0u);
    }
    EXPECT_EQ(refusal_of(*companion_file(rig), rig).message,
              "is a rig, which belongs to puppy.msh; open that, and the rig comes along");
}

TEST_F(Companions, APlainRigBelongsToEveryMeshWithoutOneOfItsOwn) {
    file("a.msh", "");
    file("b.mesh", "");
    file("c.obj", "");
    file("c.rig.json", a_rig);
    const fs::path rig = file("rig.json", a_rig);
    const auto companion = companion_file(rig);
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by.filename(), "a.msh");
    EXPECT_EQ(companion->others, 1u);
    EXPECT_NE(refusal_of(*companion, rig).message.find("a.msh and one other"), std::string::npos);
}

TEST_F(Companions, WithoutAMeshBelongToTheSceneThatNamesThem) {
    const fs::path rig = file("rigs/puppy.json", a_rig);
    const fs::path scene =
        file("scenes/puppy.json",
             R"({"format": "limber-scene", "version": 1, "mesh": "../meshes/puppy.msh", "rig": "../rigs/puppy.json"})");
    const auto companion = companion_file(rig);
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by, scene);
}

TEST_F(Companions, WithoutAnyMeshAreReported) {
    const fs::path clip = file("wave.json", a_clip);
    file("bare.msh", "");
    const auto companion = companion_file(clip);
    ASSERT_TRUE(companion);
    EXPECT_TRUE(companion->opens_by.empty());
    EXPECT_NE(refusal_of(*companion, clip).message.find("no mesh with a rig whose bones it names"), std::string::npos);
}

TEST_F(Companions, MayBelongToACharacterThatHasARigOfItsOwn) {
    const fs::path clip = file("wave.json", a_clip);
    const fs::path rig = file("other_rig.json", a_rig);
    const fs::path person = file("person.glb", "");
    file("picture.png", "");
    for (const fs::path& path : {rig, clip}) {
        const auto companion = companion_file(path);
        ASSERT_TRUE(companion) << path;
        EXPECT_EQ(companion->opens_by, person);
        EXPECT_FALSE(companion->comes_along);
    }
    EXPECT_EQ(refusal_of(*companion_file(clip), clip).message,
              "is a clip, which may belong to person.glb; open that first, then add the clip to it");
    file("puppy.msh", "");
    file("puppy_rig.json", a_rig);
    EXPECT_EQ(companion_file(clip)->opens_by.filename(), "puppy.msh") << "opening it plays the clip";
}

TEST_F(Companions, AClipBelongsToTheMeshWhoseBonesItNames) {
    file("ape.msh", "");
    file("ape_rig.json", rig_with({"arm", "leg"}));
    const fs::path fish = file("fish.msh", "");
    file("fish_rig.json", rig_with({"head", "tail"}));
    const fs::path swim = file("swim.json", R"({"format": "limber-clip", "version": 1, "bones": ["tail", "head"]})");
    const auto companion = companion_file(swim);
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by, fish);
    EXPECT_EQ(companion->others, 0u) << "the ape cannot play it";
    const fs::path fly = file("fly.json", R"({"format": "limber-clip", "version": 1, "bones": ["wing", "beak"]})");
    ASSERT_TRUE(companion_file(fly));
    EXPECT_TRUE(companion_file(fly)->opens_by.empty());
}

TEST_F(Companions, AClipWithoutNamesBelongsToAMeshWithAsManyBones) {
    file("ape.msh", "");
    file("ape_rig.json", rig_with({"arm", "leg"}));
    const fs::path fish = file("fish.msh", "");
    file("fish_rig.json", R"({"rig_type": "surface", "p0": [0, 0, 0]})");
    const auto companion = companion_file(file("swim.json", R"({"P": [[0, 0, 0], [0, 0, 0]]})"));
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by, fish);
    EXPECT_EQ(companion->others, 0u);
}

TEST_F(Companions, AMotionBelongsToTheCharacterThatCanPlayIt) {
    const fs::path capture = file("walk.bvh", limber::testing::person_bvh(1, 2));
    const fs::path motion = file("stroll.glb", limber::testing::person_glb(1, 2));
    file("chair.gltf", R"({"asset": {"version": "2.0"}, "meshes": [{}], "nodes": [{"name": "seat"}]})");
    for (const fs::path& path : {capture, motion}) {
        EXPECT_FALSE(companion_file(path)) << "neither a chair nor the other motion can play it";
    }
    const fs::path person = file("person.gltf", person_gltf);
    const fs::path puppet = file("puppet.msh", "");
    file("puppet_rig.json", rig_with({"Hips", "LeftHip", "LeftKnee", "RightHip", "RightKnee"}));
    for (const fs::path& path : {capture, motion}) {
        const auto companion = companion_file(path);
        ASSERT_TRUE(companion) << path;
        EXPECT_EQ(companion->kind, "motion");
        EXPECT_EQ(companion->opens_by, person);
        EXPECT_EQ(companion->others, 1u) << "the puppet";
        EXPECT_FALSE(companion->comes_along);
        const auto scene = describe(path);
        ASSERT_FALSE(scene);
        EXPECT_EQ(scene.error().message, "is a motion, which may belong to person.gltf and one other; open that first, "
                                         "then add the motion to it");
    }
    fs::remove(person);
    EXPECT_EQ(companion_file(capture)->opens_by, puppet);
    const fs::path scene = file("scene.json", R"({"format": "limber-scene", "version": 1, "mesh": "puppet.msh",
                                                  "rig": "puppet_rig.json", "clips": ["walk.bvh"]})");
    EXPECT_EQ(companion_file(capture)->opens_by, scene);
    EXPECT_TRUE(companion_file(capture)->comes_along);
}

// Its bones are known only after its conversion.
TEST_F(Companions, AMotionBelongsToACharacterOfAnotherProgramThatCanPlayIt) {
    SKIP_WITHOUT(!converter_program().empty(), "assimp in this build");
    const fs::path turn = file("turn.bvh", tower_bvh("root", "tip"));
    const fs::path walk = file("walk.bvh", limber::testing::person_bvh(1, 2));
    const fs::path tower = file("tower.fbx", limber::testing::tower_fbx());
    const auto companion = companion_file(turn);
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by, tower);
    EXPECT_FALSE(companion->comes_along);
    EXPECT_EQ(companion->uncompared, 0u);
    EXPECT_FALSE(companion_file(walk)) << "the tower cannot play it";
    file("tower_2.dae", limber::testing::tower_dae());
    EXPECT_EQ(companion_file(turn)->others, 1u);
}

TEST_F(Companions, FewFilesOfOtherProgramsAreConvertedAndTheRestIsSaid) {
    const fs::path walk = file("walk.bvh", limber::testing::person_bvh(1, 2));
    file("broken_1.fbx", "no FBX");
    const auto companion = companion_file(walk);
    ASSERT_TRUE(companion);
    EXPECT_TRUE(companion->opens_by.empty());
    EXPECT_EQ(companion->uncompared, 1u);
    EXPECT_NE(refusal_of(*companion, walk).message.find("may be its character, but that one was not compared"),
              std::string::npos);
    for (const char* name : {"broken_2.fbx", "broken_3.dae", "broken_4.fbx", "broken_5.fbx"}) {
        file(name, "");
    }
    EXPECT_NE(refusal_of(*companion_file(walk), walk).message.find("but 5 of them were not compared"),
              std::string::npos);
    const fs::path person = file("person.gltf", person_gltf);
    EXPECT_EQ(companion_file(walk)->opens_by, person) << "nothing is converted then";
    EXPECT_EQ(companion_file(walk)->uncompared, 0u);
}

TEST_F(Companions, MotionsAreToldFromCharactersByTheirBonesAlone) {
    EXPECT_TRUE(is_motion_file(file("walk.bvh", limber::testing::person_bvh(1, 2))));
    EXPECT_TRUE(is_motion_file(file("stroll.glb", limber::testing::person_glb(1, 2))));
    EXPECT_FALSE(is_motion_file(file("person.gltf", person_gltf)));
    EXPECT_FALSE(is_motion_file(file("puppy.msh", "")));
    EXPECT_FALSE(is_motion_file(scratch / "missing.bvh"));
}

// Most files of a folder may be motions, and all of them are read.
TEST_F(Companions, ACharacterIsSearchedInAFewFilesOnly) {
    const fs::path capture = file("walk.bvh", limber::testing::person_bvh(1, 2));
    const fs::path person = file("person.gltf", person_gltf);
    const auto add_motions = [&](int from, int to) {
        for (int motion = from; motion < to; ++motion) {
            file("motion_" + std::to_string(motion) + ".gltf", R"({"animations": [{}], "nodes": [{"name": "Hips"}]})");
        }
    };
    add_motions(0, 127);
    const auto companion = companion_file(capture);
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by, person);
    EXPECT_EQ(companion->others, 0u);
    add_motions(127, 128);
    EXPECT_FALSE(companion_file(capture)) << "it is the 129th";
}

TEST_F(Companions, BrokenFilesPlayNothing) {
    const fs::path capture = file("walk.bvh", limber::testing::person_bvh(1, 2));
    file("cut.glb", "glTF");
    file("huge.glb", std::string("glTF\2\0\0\0\xff\xff\xff\xff\xff\xff\xff\xffJSON{}", 22));
    file("circle.gltf", R"({"meshes": [{}], "nodes": [{"name": "Hips", "children": [1]},
                                                      {"name": "Neck", "children": [0]}]})");
    file("list.gltf", "[1]");
    EXPECT_FALSE(companion_file(capture));
    EXPECT_FALSE(companion_file(file("cut.bvh", "HIERARCHY")));
}

TEST_F(Companions, AreNamedInErrorsAboutScenes) {
    file("puppy.msh", "");
    const fs::path rig = file("rig.json", a_rig);
    const auto scene = describe(rig);
    ASSERT_FALSE(scene);
    EXPECT_NE(scene.error().message.find("is a rig, which belongs to puppy.msh"), std::string::npos);
    EXPECT_EQ(scene.error().where, rig.string());
}

TEST_F(Companions, AreNeitherScenesNorInvalidFiles) {
    EXPECT_FALSE(companion_file(file("cut.json", "{")));
    EXPECT_FALSE(companion_file(file("scene.json", R"({"format": "limber-scene", "mesh": "a.msh"})")));
    EXPECT_FALSE(companion_file(file("puppy.msh", "")));
}

TEST(DisplayNames, HaveNoUnderscores) {
    EXPECT_EQ(display_name("creature:sea"), "The sea");
    EXPECT_EQ(display_name("creature:dolphin"), "Dora the dolphin");
    EXPECT_EQ(display_name("/some/where/puppy.json"), "puppy.json");
}

} // namespace
} // namespace limber::app
