// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/document/companion_file.h"
#include "app/document/opening.h"
#include "tests/support/scratch_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* a_rig = R"({"format": "limber-rig", "version": 1})";
constexpr const char* a_clip = R"({"format": "limber-clip", "version": 1})";

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
    EXPECT_NE(refusal_of(*companion, clip).message.find("no mesh with a rig"), std::string::npos);
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
