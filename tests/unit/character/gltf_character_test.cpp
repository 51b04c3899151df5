// SPDX-License-Identifier: MIT
#include "app/character/build_character.h"
#include "app/character/character.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "engine/core/file_bytes.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/gltf_files.h"
#include "tests/support/needed.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::tower_glb;
using ::testing::HasSubstr;

class CharacterInGltf : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    }

    CharacterDescription described(double scale) {
        const auto path = folder / ("tower_" + std::to_string(scale) + ".glb");
        EXPECT_TRUE(write_file(path, tower_glb(scale)));
        auto scene = describe(path, MeshUnit::metre);
        EXPECT_TRUE(scene) << sentence(scene.error());
        CharacterDescription small = scene.value().value;
        small.target_vertices = 300;
        small.modes = 4;
        small.clusters = 10;
        return small;
    }

    CharacterPtr built(const CharacterDescription& description) {
        auto result = build_character(description, nullptr, Stage::nothing);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }

    ScratchFolder folder;
};

TEST_F(CharacterInGltf, HasTheBonesTargetsAndClipsOfItsFile) {
    const CharacterPtr tower = built(described(1.0));
    ASSERT_TRUE(tower);
    ASSERT_EQ(tower->bone_count(), 2);
    EXPECT_EQ(tower->rig.skeleton.bones[1].name, "tip");
    ASSERT_EQ(tower->rig.target_count(), 1);
    EXPECT_EQ(tower->rig.targets[0].name, "swell");
    ASSERT_EQ(tower->clips.size(), 4U);
    EXPECT_EQ(tower->clips[2].name, "curve");
    EXPECT_EQ(tower->clips[3].weights_of_frame(60)[0], 0.5);
    EXPECT_NEAR(bounding_box(tower->mesh.X).diagonal(), std::sqrt(6.0), 0.1);
}

TEST_F(CharacterInGltf, IsAsLargeInCentimetresAsInMetres) {
    const CharacterPtr metres = built(described(1.0));
    const CharacterPtr centimetres = built(described(100.0));
    ASSERT_TRUE(metres && centimetres);
    EXPECT_EQ(centimetres->description.metres_per_unit, 0.01);
    EXPECT_THAT(centimetres->warnings, ::testing::Contains(HasSubstr("one unit is taken as 0.01 m")));
    EXPECT_NEAR(bounding_box(centimetres->mesh.X).diagonal(), bounding_box(metres->mesh.X).diagonal(), 0.01);
    const Affine one = metres->clips[1].keys.back()[1];
    EXPECT_LT((centimetres->clips[1].keys.back()[1] - one).norm(), 1e-6);
}

TEST_F(CharacterInGltf, IsTheSameWhenItsSceneIsSavedAndOpened) {
    const CharacterDescription scene = described(1.0);
    ASSERT_TRUE(write_scene(scene, folder / "tower.json"));
    const auto again = read_scene(folder / "tower.json");
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value, scene);
    EXPECT_EQ(scene.clips[1].filename(), scene.mesh.filename().string() + "#2");
}

TEST_F(CharacterInGltf, RefusesAClipThatItsFileHasNot) {
    CharacterDescription scene = described(1.0);
    scene.clips = {scene.mesh.string() + "#5"};
    const auto refused = build_character(scene, nullptr, Stage::nothing);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("4 animations"));
}

} // namespace
} // namespace limber::app
