// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "tests/support/eventually.h"
#include "tests/support/lone_simulation.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace limber::app {
namespace {

using limber::testing::eventually;

// A clip is chosen when it is added, before the model that has it is built.
class AddedClip : public ::testing::Test {
protected:
    AddedClip() {
        simulation.swap(character, controls);
        for (int i = 0; i < 5; ++i) {
            EXPECT_TRUE(step());
        }
    }
    bool step() {
        const std::uint64_t wanted = now.step_count + 1;
        simulation.step_once();
        return eventually([&] { return simulation.take(now), now.step_count == wanted; });
    }
    CharacterPtr with_another_clip() {
        std::filesystem::copy_file(folder / "bend.json", folder / "again.json");
        CharacterDescription description = character->description;
        description.clips.push_back(folder / "again.json");
        return build_character(description, character, earliest_difference(character->description, description))
            .value();
    }

    limber::testing::ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::mesh)
            .value();
    LiveControls controls = starting_controls(*character);
    limber::testing::LoneSimulation simulation;
    Snapshot now;
};

TEST_F(AddedClip, LetsTheOldOnePlayUntilTheModelHasIt) {
    ASSERT_EQ(now.clip, 0);
    controls.clip = 1;
    simulation.set_controls(controls);
    for (int i = 0; i < 5; ++i) {
        const double time = now.clip_time;
        ASSERT_TRUE(step());
        EXPECT_EQ(now.clip, 0);
        EXPECT_NEAR(now.clip_time, time + controls.time_step, 1e-9) << "it goes on";
    }
    simulation.swap(with_another_clip(), controls);
    ASSERT_TRUE(step());
    EXPECT_EQ(now.clip, 1);
    EXPECT_EQ(now.character->clips.size(), 2U);
    EXPECT_EQ(now.rig_jumps, 0U);
}

// The whole way is the same as if the clip had been chosen only with the model that has it.
TEST_F(AddedClip, MovesTheBodyAsBefore) {
    limber::testing::LoneSimulation other;
    other.swap(character, controls);
    Snapshot expected;
    for (int i = 0; i < 10; ++i) {
        other.step_once();
    }
    ASSERT_TRUE(eventually([&] { return other.take(expected), expected.step_count == 10; }));
    controls.clip = 1;
    simulation.set_controls(controls);
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(step());
    }
    EXPECT_EQ(now.state.Z, expected.state.Z);
}

TEST_F(AddedClip, LetsTheRestPoseBeChosen) {
    controls.clip = -1;
    simulation.set_controls(controls);
    ASSERT_TRUE(step());
    EXPECT_EQ(now.clip, -1);
}

} // namespace
} // namespace limber::app
