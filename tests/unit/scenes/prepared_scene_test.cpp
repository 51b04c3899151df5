// SPDX-License-Identifier: MIT
#include "app/document/character_file.h"
#include "app/scenes/prepared_scene.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace limber::app {
namespace {

// The bar, which becomes twice as stiff after it was read.
class CharacterReadBefore : public ::testing::Test {
protected:
    CharacterReadBefore() : description(read_scene(limber::testing::write_small_scene(folder)).value().value) {
        read.push_back(read_character(description).value());
        how.adjusted = [](CharacterDescription character) -> Result<CharacterDescription> {
            character.material.young *= 2.0;
            return character;
        };
        list.members.resize(1);
        list.members.front().character = description;
    }

    limber::testing::ScratchFolder folder;
    CharacterDescription description;
    std::vector<CharacterPtr> read;
    SceneDescription list;
    ScenePreparation how;
};

TEST_F(CharacterReadBefore, GivesItsMeshToTheModel) {
    const auto anew = prepared_scene(list, how);
    ASSERT_TRUE(anew) << sentence(anew.error());
    std::filesystem::remove(folder / "bar.mesh");
    EXPECT_FALSE(prepared_scene(list, how)) << "the mesh is read again";
    how.read = &read;
    const auto reused = prepared_scene(list, how);
    ASSERT_TRUE(reused) << sentence(reused.error());
    const Character& one = *anew.value().models.front();
    const Character& other = *reused.value().models.front();
    EXPECT_EQ(one.mesh.X, other.mesh.X);
    EXPECT_EQ(one.modes->W, other.modes->W);
    EXPECT_EQ(other.description.material.young, 2.0 * description.material.young);
    EXPECT_EQ(other.clips.size(), 1U);
    how.purpose = Purpose::facts;
    EXPECT_TRUE(prepared_scene(list, how)) << "nor is it read for facts alone";
}

TEST_F(CharacterReadBefore, DoesNotGiveItsMeshToAnotherBody) {
    std::filesystem::copy_file(folder / "bar.mesh", folder / "other.mesh");
    CharacterDescription other = description;
    other.mesh = folder / "other.mesh";
    EXPECT_EQ(with_same_mesh(read, description), read.front());
    EXPECT_EQ(with_same_mesh(read, other), nullptr);
    EXPECT_EQ(with_same_mesh({}, description), nullptr);
}

} // namespace
} // namespace limber::app
