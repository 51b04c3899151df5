// SPDX-License-Identifier: MIT
#include "app/imports/conversion.h"
#include "app/imports/imported_character.h"
#include "engine/core/file_bytes.h"
#include "engine/core/random.h"
#include "engine/core/sanitizers.h"
#include "engine/core/stopwatch.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/retargeting.h"
#include "engine/rig/skinning.h"
#include "tests/support/eventually.h"
#include "tests/support/gltf_files.h"
#include "tests/support/interchange_files.h"
#include "tests/support/mutant_count.h"
#include "tests/support/needed.h"
#include "tests/support/scratch_folder.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <numbers>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::tower_dae;
using limber::testing::tower_fbx;
using limber::testing::TowerBind;
using limber::testing::TowerCap;
using limber::testing::TowerPose;
using ::testing::Contains;
using ::testing::HasSubstr;

class ImportedCharacter : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(!converter_program().empty(), "assimp in this build");
    }
    Result<Repaired<GltfCharacter>> read(const std::string& name, const std::string& bytes) {
        EXPECT_TRUE(write_file(folder / name, bytes));
        return read_character_file(folder / name);
    }
    std::string refusal(const std::string& name, const std::string& bytes) {
        const auto character = read(name, bytes);
        return character ? "it was read" : sentence(character.error());
    }

    ScratchFolder folder;
};

// The tower at a time of its clip "turn": what is above its middle turns about the middle by a quarter in a second. All
// of it leans, by an angle about z, at rest not.
void expect_motion(const GltfCharacter& tower, double time, double lean) {
    const RigDraft& rig = tower.rig;
    ASSERT_EQ(rig.skeleton.bone_count(), 2);
    ASSERT_GE(bone_named(rig.skeleton, "tip"), 0);
    ASSERT_GE(bone_named(rig.skeleton, "root"), 0);
    EXPECT_EQ(rig.skeleton.bones[static_cast<std::size_t>(bone_named(rig.skeleton, "tip"))].parent,
              bone_named(rig.skeleton, "root"));
    ASSERT_EQ(tower.clips.size(), 1U);
    const Pose pose = ClipSampler(tower.clips.front()).at(time);
    const Points x = rig_jacobian(rig.surface.V, rig.W) * skinning_maps(rig.skeleton, pose);
    const auto about_z = [](double angle) {
        return Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    };
    const Mat3 turn = about_z(0.5 * std::numbers::pi * time);
    for (Index i = 0; i < x.rows(); ++i) {
        const Vec3 X = rig.surface.V.row(i);
        const Vec3 middle(0, 1, 0);
        const Vec3 expected =
            about_z(lean * std::numbers::pi / 180.0) * (X.y() > 1.5 ? Vec3(middle + turn * (X - middle)) : X);
        EXPECT_LT((x.row(i).transpose() - expected).norm(), 1e-4) << "vertex " << i << " at " << time << " s";
    }
}

void expect_tower(const GltfCharacter& tower, double time, double lean = 0.0, double height = 2.0) {
    const BoundingBox box = bounding_box(tower.rig.surface.V);
    EXPECT_LT((box.low - Vec3(0, 0, 0)).norm(), 1e-5);
    EXPECT_LT((box.high - Vec3(1, height, 1)).norm(), 1e-5);
    EXPECT_EQ(tower.rig.surface.F.rows(), height > 2.5 ? 24 : 20);
    expect_motion(tower, time, lean);
}

TEST_F(ImportedCharacter, OfColladaMovesAsItsFileSays) {
    const auto tower = read("tower.dae", tower_dae());
    ASSERT_TRUE(tower) << sentence(tower.error());
    for (const double time : {0.0, 0.5, 1.0}) {
        expect_tower(tower.value().value, time);
    }
    EXPECT_THAT(tower.value().warnings, Contains(HasSubstr("tower.dae was read with assimp, which may lose a part")));
}

// As Blender 3.4 writes it, whose skin is one of the mesh, and as the format has it, where it is one of the morphed
// mesh.
TEST_F(ImportedCharacter, OfColladaWithShapeKeysIsReadWithoutThem) {
    const std::string morph =
        R"(<controller id="body-morph"><morph source="#tower" method="NORMALIZED"><source id="targets">)"
        R"(<IDREF_array id="targets-array" count="1">tower</IDREF_array><technique_common><accessor )"
        R"(source="#targets-array" count="1" stride="1"><param name="IDREF" type="IDREF"/></accessor>)"
        R"(</technique_common></source><source id="weights"><float_array id="weights-array" count="1">0</float_array>)"
        R"(<technique_common><accessor source="#weights-array" count="1" stride="1"><param name="MORPH_WEIGHT" )"
        R"(type="float"/></accessor></technique_common></source><targets><input semantic="MORPH_TARGET" )"
        R"(source="#targets"/><input semantic="MORPH_WEIGHT" source="#weights"/></targets></morph></controller>)";
    const std::string plain = tower_dae();
    const std::string end = "</library_controllers>";
    for (const std::string source : {"#tower", "#body-morph"}) {
        std::string text = plain;
        text.insert(text.find(end), morph);
        const std::string skin = "<skin source=\"#tower\">";
        text.replace(text.find(skin), skin.size(), "<skin source=\"" + source + "\">");
        const auto tower = read("tower.dae", text);
        ASSERT_TRUE(tower) << source << ": " << sentence(tower.error());
        expect_tower(tower.value().value, 0.5);
    }
}

TEST_F(ImportedCharacter, OfFbxIsInMetresAndMovesAsItsFileSays) {
    for (const double centimetres : {100.0, 1.0, 2.54}) {
        const auto tower = read("tower.fbx", tower_fbx({.centimetres = centimetres}));
        ASSERT_TRUE(tower) << sentence(tower.error());
        for (const double time : {0.0, 0.5, 1.0}) {
            expect_tower(tower.value().value, time);
        }
        EXPECT_THAT(tower.value().warnings, Contains(HasSubstr("tower.fbx was read with assimp")));
    }
}

// The clip has no keys for the root, which leans in the file.
TEST_F(ImportedCharacter, SavedInAnotherPoseRestsInItsBindPose) {
    const TowerPose pose{.lean = 30.0, .turn = -50.0};
    for (const auto& [name, bytes] : {std::pair{"tower.fbx", tower_fbx({.centimetres = 2.54, .pose = pose})},
                                      std::pair{"tower.dae", tower_dae(pose)}}) {
        const auto tower = read(name, bytes);
        ASSERT_TRUE(tower) << sentence(tower.error());
        for (const double time : {0.0, 0.5, 1.0}) {
            expect_tower(tower.value().value, time, pose.lean);
        }
        EXPECT_EQ(tower.value().warnings.size(), 1U) << name; // that it was read with assimp
    }
}

TEST_F(ImportedCharacter, SavedInAnotherPoseRestsWithAllItsMeshesTogether) {
    const TowerPose pose{.lean = 30.0, .turn = -50.0};
    for (const TowerCap cap : {TowerCap::hung, TowerCap::bound}) {
        const auto tower = read("tower.fbx", tower_fbx({.centimetres = 1.0, .pose = pose, .cap = cap}));
        ASSERT_TRUE(tower) << sentence(tower.error());
        expect_tower(tower.value().value, 0.5, pose.lean, 3.0);
        EXPECT_EQ(tower.value().warnings.size(), 1U);
    }
}

// Frames of bones are as their modeller turned them, and a skin may begin with any of its bones.
TEST_F(ImportedCharacter, SavedInAnotherPoseRestsAsItsBonesWereBoundWhateverTheirFrames) {
    const TowerPose pose{.lean = 30.0, .turn = -50.0};
    for (const bool is_tip_first : {false, true}) {
        const TowerBind bind{.turn = 35.0, .scale = 2.0, .is_tip_first = is_tip_first};
        const auto tower = read("tower.fbx", tower_fbx({.centimetres = 2.54, .pose = pose, .bind = bind}));
        ASSERT_TRUE(tower) << sentence(tower.error());
        for (const double time : {0.0, 0.5, 1.0}) {
            expect_tower(tower.value().value, time, pose.lean);
        }
        const Affine& rest = tower.value().value.rig.skeleton.bones[is_tip_first ? 0 : 1].rest;
        EXPECT_LT((rest.col(3) - Vec3(0, 1, 0)).norm(), 1e-5);
        EXPECT_LT((rest.col(0).normalized() -
                   Vec3(std::cos(35.0 * std::numbers::pi / 180.0), std::sin(35.0 * std::numbers::pi / 180.0), 0.0))
                      .norm(),
                  1e-5);
        EXPECT_EQ(tower.value().warnings.size(), 1U); // that it was read with assimp
    }
}

// Animators hide parts by a scale of 0 of their bones; by the first bone of the skin the place of the mesh is not
// known.
TEST_F(ImportedCharacter, SavedWithAHiddenBoneRestsWithIt) {
    for (const double scale : {0.0, 1e-3}) {
        const auto read_tower =
            read("tower.fbx", tower_fbx({.pose = {.lean = 30.0, .tip_scale = scale}, .bind = {.is_tip_first = true}}));
        ASSERT_TRUE(read_tower) << sentence(read_tower.error());
        const RigDraft& rig = read_tower.value().value.rig;
        EXPECT_LT((bounding_box(rig.surface.V).high - Vec3(1, 2, 1)).norm(), 1e-5);
        const Pose pose = ClipSampler(read_tower.value().value.clips.front()).at(0.0);
        const Points x = rig_jacobian(rig.surface.V, rig.W) * skinning_maps(rig.skeleton, pose);
        const Mat3 lean = Eigen::AngleAxisd(std::numbers::pi / 6.0, Vec3::UnitZ()).toRotationMatrix();
        for (Index i = 0; i < x.rows(); ++i) {
            const Vec3 X = rig.surface.V.row(i);
            const Vec3 middle(0, 1, 0);
            const Vec3 expected = lean * (X.y() > 1.5 ? Vec3(middle + scale * (X - middle)) : X);
            EXPECT_LT((x.row(i).transpose() - expected).norm(), 1e-4) << "vertex " << i;
        }
    }
}

TEST_F(ImportedCharacter, WithMeshesBoundInDifferentPosesSaysSo) {
    const auto tower = read("tower.fbx", tower_fbx({.centimetres = 1.0, .cap = TowerCap::bound_oddly}));
    ASSERT_TRUE(tower) << sentence(tower.error());
    EXPECT_THAT(tower.value().warnings,
                Contains(HasSubstr("meshes tower and cap were bound to their common bones in different poses")));
}

TEST_F(ImportedCharacter, OfFbxWithoutUsableBindMatricesIsBoundWhereItStands) {
    std::string bytes = tower_fbx();
    const std::string sound = "a: 1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1"; // Transform of the tip
    const std::size_t place = bytes.find(sound);
    ASSERT_NE(place, std::string::npos);
    bytes.replace(place, sound.size(), "a: 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
    const auto tower = read("tower.fbx", bytes);
    ASSERT_TRUE(tower) << sentence(tower.error());
    expect_tower(tower.value().value, 0.5);
    EXPECT_THAT(tower.value().warnings, Contains(HasSubstr("the bind matrices of the mesh tower have no inverse")));
}

TEST_F(ImportedCharacter, OfFbxMovesItsTargets) {
    const auto read_tower = read("tower.fbx", tower_fbx({.centimetres = 1.0, .has_target = true}));
    ASSERT_TRUE(read_tower) << sentence(read_tower.error());
    const GltfCharacter& tower = read_tower.value().value;
    ASSERT_EQ(tower.rig.targets.size(), 1U);
    EXPECT_EQ(tower.rig.targets[0].name, "rise");
    for (Index i = 0; i < tower.rig.surface.V.rows(); ++i) {
        const Vec3 expected(0, tower.rig.surface.V(i, 1) > 1.5 ? 1.0 : 0.0, 0);
        EXPECT_LT((tower.rig.targets[0].d.row(i).transpose() - expected).norm(), 1e-5);
    }
    ASSERT_EQ(tower.clips.size(), 1U);
    const ClipSampler sampler(tower.clips.front());
    for (const double time : {0.0, 0.25, 1.0}) {
        ASSERT_EQ(sampler.weights_at(time).size(), 1U);
        EXPECT_NEAR(sampler.weights_at(time)[0], 0.8 * time, 1e-4);
    }
}

TEST_F(ImportedCharacter, HasClipsWithNumbersAsGltfDoes) {
    EXPECT_TRUE(is_character_format("fox.FBX"));
    EXPECT_TRUE(is_character_format("fox.glb"));
    EXPECT_FALSE(is_character_format("fox.obj"));
    EXPECT_EQ(clip_in_character_file("fox.dae#2")->clip, 1U);
    EXPECT_EQ(clip_in_character_file("fox.dae#2")->file, "fox.dae");
    EXPECT_EQ(clip_in_character_file("fox.glb")->clip, 0U);
    EXPECT_FALSE(clip_in_character_file("fox.bvh#2"));
}

TEST_F(ImportedCharacter, IsRefusedInASentence) {
    EXPECT_THAT(refusal("empty.fbx", ""), HasSubstr("cannot be read as FBX"));
    EXPECT_THAT(refusal("no.dae", "<html></html>"), HasSubstr("cannot be read as Collada"));
    EXPECT_THAT(refusal("no.dae", "<html></html>"), HasSubstr("export it as .glb"));
    const auto missing = read_character_file(folder / "missing.fbx");
    ASSERT_FALSE(missing);
    EXPECT_THAT(sentence(missing.error()), HasSubstr("there is no such file"));
}

// A program in place of the converter.
class Conversions : public ::testing::Test {
protected:
    std::string refusal(const std::string& script, const ConversionLimits& limits = {}) {
        EXPECT_TRUE(write_file(folder / "program", "#!/bin/sh\n" + script + "\n"));
        std::filesystem::permissions(folder / "program", std::filesystem::perms::owner_all);
        EXPECT_TRUE(write_file(folder / "a.fbx", "x"));
        const auto conversion = converted(folder / "a.fbx", limits, folder / "program");
        return conversion ? "it was read" : sentence(conversion.error());
    }
    ScratchFolder folder;
};

TEST_F(Conversions, ThatCrashAreRefusedInASentence) {
    EXPECT_THAT(refusal("kill -SEGV $$"), HasSubstr("a.fbx: makes its reader, assimp, crash"));
    EXPECT_THAT(refusal("exit 77"), HasSubstr("crash"));
    EXPECT_THAT(refusal("echo limber-conversion 1 0 9; echo short"), HasSubstr("crash"));
    EXPECT_THAT(refusal("echo limber-conversion 1 -3 9"), HasSubstr("crash"));
    EXPECT_THAT(refusal("echo nonsense"), HasSubstr("crash"));
}

TEST_F(Conversions, ThatDoNotEndAreEnded) {
    const Stopwatch watch;
    EXPECT_THAT(refusal("exec sleep 100", {.seconds = 0.2}), HasSubstr("takes longer than"));
    EXPECT_THAT(refusal("exec >/dev/null; exec sleep 100", {.seconds = 0.2}), HasSubstr("takes longer than"));
    EXPECT_LT(watch.seconds(), 20.0);
}

// The program may still have its output open, or have closed it.
TEST_F(Conversions, ThatAreCancelledEndTheirProgram) {
    for (const std::string script : {"", "exec >/dev/null; "}) {
        ASSERT_TRUE(write_file(folder / "program",
                               "#!/bin/sh\necho $$ >" + (folder / "id").string() + "\n" + script + "exec sleep 100\n"));
        std::filesystem::permissions(folder / "program", std::filesystem::perms::owner_all);
        ASSERT_TRUE(write_file(folder / "a.fbx", "x"));
        Progress progress;
        std::thread user([&] {
            limber::testing::eventually([&] { return regular_file_size(folder / "id").value_or(0) > 1; });
            progress.cancel();
        });
        const auto conversion = converted(folder / "a.fbx", {}, folder / "program", &progress);
        user.join();
        ASSERT_FALSE(conversion);
        EXPECT_EQ(conversion.error().kind, ErrorKind::cancelled);
        const auto id = file_bytes(folder / "id");
        ASSERT_TRUE(id);
        EXPECT_NE(kill(std::stoi(id.value()), 0), 0) << "the program has ended";
        std::filesystem::remove(folder / "id");
    }
}

TEST_F(Conversions, ThatAreTooLargeAreRefused) {
    EXPECT_THAT(refusal("exec cat /dev/zero", {.bytes = 100000}), HasSubstr("is larger than a character may be"));
    EXPECT_THAT(refusal("printf std::bad_alloc; exit 1", {.megabytes = 7}), HasSubstr("more than 7 MB of memory"));
}

TEST_F(Conversions, WithoutAProgramAreRefusedInASentence) {
    ASSERT_TRUE(write_file(folder / "a.fbx", "x"));
    const auto none = converted(folder / "a.fbx", {}, {});
    ASSERT_FALSE(none);
    EXPECT_THAT(sentence(none.error()), HasSubstr("need assimp"));
    const auto missing = converted(folder / "a.fbx", {}, folder / "nothing");
    ASSERT_FALSE(missing);
    EXPECT_THAT(sentence(missing.error()), HasSubstr("does not start"));
}

TEST_F(ImportedCharacter, OfAFileThatNeedsMoreMemoryThanItMayIsRefused) {
#ifdef LIMBER_SANITIZED
    GTEST_SKIP() << "the sanitizer reserves more than any limit";
#endif
    ASSERT_TRUE(write_file(folder / "tower.fbx", tower_fbx() + std::string(std::size_t{64} << 20U, ' ')));
    EXPECT_TRUE(converted(folder / "tower.fbx"));
    const auto conversion = converted(folder / "tower.fbx", {.megabytes = 40});
    ASSERT_FALSE(conversion);
    EXPECT_THAT(sentence(conversion.error()), HasSubstr("needs more than 40 MB of memory"));
}

void expect_sound(const GltfCharacter& character) {
    const RigDraft& rig = character.rig;
    ASSERT_TRUE(rig.surface.V.allFinite() && rig.W.allFinite());
    ASSERT_TRUE(rig.surface.F.minCoeff() >= 0 && rig.surface.F.maxCoeff() < rig.surface.V.rows());
    ASSERT_FALSE(fault_in(rig.skeleton));
    for (const Clip& clip : character.clips) {
        ASSERT_FALSE(fault_in(clip, rig.skeleton.bone_count()));
    }
}

// Digits alone, so that most of what is read differs, or anything.
void mutate(std::string& bytes, bool only_digits, Rng& rng) {
    auto place = static_cast<std::size_t>(rng.below(bytes.size()));
    while (only_digits && (bytes[place] < '0' || bytes[place] > '9')) {
        place = (place + 1) % bytes.size();
    }
    const bool is_any = !only_digits && rng.below(2) == 0;
    bytes[place] =
        is_any ? static_cast<char>(rng.below(256)) : "0123456789-.eE,{}<>\""[rng.below(only_digits ? 13 : 20)];
}

// Names of mutants, and what they are mutants of.
std::vector<std::pair<std::string, std::string>> mutated() {
    std::vector<std::pair<std::string, std::string>> files{{"mutant.dae", tower_dae()},
                                                           {"mutant.fbx", tower_fbx({.has_target = true})}};
    for (const auto& file : limber::testing::mutated_files()) {
        const auto bytes = file_bytes(file);
        EXPECT_TRUE(bytes) << file;
        if (bytes) {
            files.emplace_back("mutant_of_" + file.filename().string(), bytes.value());
        }
    }
    return files;
}

// Each is read in a process of its own.
TEST_F(ImportedCharacter, IsReadSoundlyOrRefusedInASentenceWhateverItsBytes) {
    const std::uint64_t count = limber::testing::mutant_count(60);
    for (const auto& [name, whole] : mutated()) {
        int accepted = 0;
        for (std::uint64_t seed = 0; seed < count; ++seed) {
            Rng rng(seed);
            std::string bytes = whole;
            for (std::uint64_t i = 0; i < 1 + seed % 8; ++i) {
                mutate(bytes, seed % 2 == 0, rng);
            }
            const auto character = read(name, bytes);
            if (character) {
                ASSERT_NO_FATAL_FAILURE(expect_sound(character.value().value)) << name << ", seed " << seed;
                ++accepted;
            } else {
                const std::string words = sentence(character.error());
                ASSERT_THAT(words, ::testing::Not(HasSubstr("takes longer"))) << name << ", seed " << seed;
                ASSERT_LT(words.size(), 700U) << words;
            }
        }
        EXPECT_GT(accepted, static_cast<int>(count / 20)) << name;
    }
}

} // namespace
} // namespace limber::app
