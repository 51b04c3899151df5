// SPDX-License-Identifier: MIT
#include "app/controllers/rig_jump_notices.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace limber::app {
namespace {

class RigJumpNotice : public ::testing::Test {
protected:
    RigJumpNotice() {
        auto character = std::make_shared<Character>();
        character->description.name = "Fox";
        shown.id = 1;
        shown.clip = 0;
        shown.character = std::move(character);
        scene.instances.emplace_back().id = 1;
    }
    std::size_t messages_after_another_jump() {
        ++shown.rig_jumps;
        return notices.update({shown}, scene).size();
    }
    CharacterControls& controls() {
        return scene.instances.front().controls;
    }

    Snapshot shown;
    Scene scene;
    RigJumpNotices notices;
};

TEST_F(RigJumpNotice, ComesOnceForALoop) {
    EXPECT_TRUE(notices.update({shown}, scene).empty());
    ++shown.rig_jumps;
    const Commands commands = notices.update({shown}, scene);
    ASSERT_EQ(commands.size(), 1U);
    const auto* message = std::get_if<ShowMessage>(&commands.front());
    ASSERT_TRUE(message);
    EXPECT_NE(message->message.text.find("The rig of Fox jumped"), std::string::npos);
    for (int loop = 0; loop < 5; ++loop) {
        EXPECT_EQ(messages_after_another_jump(), 0U);
    }
}

TEST_F(RigJumpNotice, ComesAgainForAnotherClipOrPose) {
    EXPECT_EQ(messages_after_another_jump(), 1U);
    shown.clip = 1;
    EXPECT_EQ(messages_after_another_jump(), 1U);
    controls().rig_offset(0, 3) = 5.0;
    EXPECT_EQ(messages_after_another_jump(), 1U);
    controls().young = 2e5; // poses nothing
    EXPECT_EQ(messages_after_another_jump(), 0U);
}

TEST_F(RigJumpNotice, DoesNotComeForARemovedCharacter) {
    scene.instances.clear();
    EXPECT_EQ(messages_after_another_jump(), 0U);
}

TEST_F(RigJumpNotice, KeepsNoModel) {
    EXPECT_EQ(messages_after_another_jump(), 1U);
    const std::weak_ptr<const Character> model = shown.character;
    shown.character = std::make_shared<Character>(*shown.character);
    EXPECT_TRUE(model.expired());
    EXPECT_EQ(messages_after_another_jump(), 1U) << "the rig of another model";
}

TEST_F(RigJumpNotice, ComesAgainForACharacterThatReturns) {
    EXPECT_EQ(messages_after_another_jump(), 1U);
    const Scene before = std::exchange(scene, {});
    EXPECT_EQ(messages_after_another_jump(), 0U);
    scene = before;
    EXPECT_EQ(messages_after_another_jump(), 1U) << "nothing is kept of a removed character";
}

} // namespace
} // namespace limber::app
