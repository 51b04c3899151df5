// SPDX-License-Identifier: MIT
#include "app/controllers/live_input_controller.h"

#include "tests/support/eventually.h"
#include "tests/support/loopback_sender.h"
#include "tests/support/needed.h"
#include "tests/support/osc_packets.h"

#include <gtest/gtest.h>

#include <memory>

namespace limber::app {
namespace {

using testing::eventually;
using testing::LoopbackSender;
using testing::osc_bundle;
using testing::vmc_bone;

void add_bone(Rig& rig, const char* name) {
    Bone bone;
    bone.name = name;
    bone.parent = rig.skeleton.bone_count() - 1;
    bone.rest.col(3) = Vec3(0.0, 0.5 * rig.skeleton.bone_count(), 0.0);
    rig.skeleton.bones.push_back(bone);
}

// A document with one character of two bones that is shown.
class LiveInputControllerTest : public ::testing::Test {
protected:
    LiveInputControllerTest() {
        add_bone(character->rig, "Hips");
        add_bone(character->rig, "Head");
        Document document;
        CharacterInstance instance;
        instance.id = 1;
        document.scene.instances.push_back(instance);
        document.scene.models[instance.model] = {};
        editor.open(document, instance.id);
        snapshots.selected.id = instance.id;
        snapshots.selected.character = character;
        snapshots.all = {snapshots.selected};
    }

    void SetUp() override {
        SKIP_WITHOUT(can_read_packets(), "liblo in this build");
    }

    SessionState state() const {
        return {editor, models, snapshots, view, camera, viewport, selection, {}};
    }
    LiveInputUi shown() const {
        UiState ui;
        controller.add_to(ui, state());
        return ui.live_input;
    }

    std::shared_ptr<Character> character = std::make_shared<Character>();
    Editor editor;
    ModelStore models;
    SceneSnapshots snapshots;
    ViewOptions view;
    GlidingCamera camera;
    Viewport viewport{layout_of(1280, 720, 1.0, true, {})};
    Selection selection;
    LiveInputController controller;
};

// A model that is built later may have the address of a former one.
TEST_F(LiveInputControllerTest, DrivesAnotherRigAtTheAddressOfAFormerOne) {
    const Commands commands = controller.carry_out(ListenToTracker{0}, state());
    ASSERT_FALSE(commands.empty());
    const auto* command = std::get_if<DriveCharacter>(&commands.back());
    ASSERT_TRUE(command);
    const LiveDrive& drive = command->drive;
    LoopbackSender sender(shown().port);
    ASSERT_TRUE(sender.send(osc_bundle({vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1)})));
    ASSERT_TRUE(eventually([&] { return shown().packets == 1; }));
    LiveControls controls;
    drive(LivePoses::Clock::now(), *character, controls);
    EXPECT_EQ(controls.bone_offsets.size(), 2u);
    add_bone(character->rig, "Tail");
    controls = {};
    drive(LivePoses::Clock::now(), *character, controls);
    EXPECT_EQ(controls.bone_offsets.size(), 3u);
}

TEST_F(LiveInputControllerTest, CountsTheBonesThatTheTrackerSends) {
    controller.carry_out(ListenToTracker{0}, state());
    EXPECT_EQ(shown().driven, 1);
    EXPECT_EQ(shown().matched_bones, 2) << "by their names";
    EXPECT_EQ(shown().received_bones, 0);
    EXPECT_EQ(shown().moved_bones, 0);
    LoopbackSender sender(shown().port);
    ASSERT_TRUE(sender.send(osc_bundle({vmc_bone("Head", 0, 0, 0, 0, 0, 0, 1), vmc_bone("Jaw", 0, 0, 0, 0, 0, 0, 1)})));
    ASSERT_TRUE(eventually([&] { return shown().packets == 1; }));
    EXPECT_EQ(shown().received_bones, 2);
    EXPECT_EQ(shown().moved_bones, 1) << "the rig has no jaw";
    EXPECT_EQ(shown().matched_bones, 2);
}

} // namespace
} // namespace limber::app
