// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/document/scene_paths.h"
#include "app/motion/controls_recording.h"
#include "app/recording/failures.h"
#include "app/recording/replaying.h"
#include "tests/support/controls_files.h"
#include "tests/support/eventually.h"
#include "tests/support/lone_simulation.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <map>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::eventually;
using limber::testing::LoneSimulation;
using limber::testing::read_controls;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;

class RewoundBar : public ::testing::Test {
protected:
    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::mesh).value();
};

TEST_F(RewoundBar, RewindsAndContinues) {
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    std::map<std::uint64_t, std::uint64_t> hashes;
    Snapshot now;
    for (std::uint64_t step = 1; step <= 12; ++step) {
        simulation.step_once();
        ASSERT_TRUE(eventually([&] { return simulation.take(now), now.step_count == step; }));
        hashes[step] = hash_of(now.state);
    }
    const auto shows = [&](std::uint64_t step) {
        return eventually([&] { return simulation.take(now), now.step_count == step; }) &&
               hash_of(now.state) == hashes[step];
    };
    simulation.rewind(4);
    EXPECT_TRUE(shows(4));
    EXPECT_EQ(now.timeline.last, 12u);
    simulation.rewind(9);
    EXPECT_TRUE(shows(9)) << "forth again";
    simulation.rewind(400);
    simulation.rewind(4);
    simulation.step_once();
    EXPECT_TRUE(shows(5)) << "the same controls lead to the same bits";
    EXPECT_EQ(now.timeline.last, 5u) << "later steps are dropped";
}

TEST_F(RewoundBar, RewoundStepsLeaveTheRecording) {
    LoneSimulation simulation;
    LiveControls controls = starting_controls(*character);
    simulation.swap(character, controls);
    simulation.start_recording();
    for (int i = 0; i < 10; ++i) {
        simulation.step_once();
    }
    simulation.rewind(6);
    controls.gravity = Vec3(1, 0, 0);
    simulation.set_controls(controls);
    simulation.step_once();
    const Recording recording = simulation.stop_recording();
    EXPECT_EQ(recording.step_count, 7u);
    EXPECT_EQ(recording.hashes.size(), 7u);
    Motion again(character);
    EXPECT_FALSE(replayed(recording, starting_controls(*character), again).first_difference);
}

// What drives a character changes its controls before each step, and recordings hold them.
TEST_F(RewoundBar, ADrivenCharacterIsRecordedBitForBit) {
    LoneSimulation simulation;
    LiveControls controls = starting_controls(*character);
    simulation.swap(character, controls);
    simulation.drive(7, [count = 0](auto, const Character& driven, LiveControls& now) mutable {
        now.clip = -1;
        now.bone_offsets.assign(driven.rig.skeleton.bones.size(), identity_affine());
        now.bone_offsets[1].col(3).y() = 0.01 * ++count;
    });
    simulation.start_recording();
    for (int i = 0; i < 20; ++i) {
        simulation.step_once();
    }
    simulation.drive(7, {});
    for (int i = 0; i < 5; ++i) {
        simulation.step_once();
    }
    const Recording recording = simulation.stop_recording();
    EXPECT_EQ(recording.step_count, 25u);
    ASSERT_GE(recording.changes.size(), 21u) << "one a driven step, and the end of driving";
    EXPECT_EQ(recording.changes[3].controls.bone_offsets[1](1, 3), 0.04);
    EXPECT_TRUE(recording.changes.back().controls.bone_offsets.empty()) << "the document's pose again";
    Motion again(character);
    EXPECT_FALSE(replayed(recording, starting_controls(*character), again).first_difference);
}

TEST_F(RewoundBar, RecordsCommandsWhenTheyAreApplied) {
    LoneSimulation simulation;
    LiveControls controls = starting_controls(*character);
    controls.iterations = 20000; // a step takes much longer than a query
    simulation.swap(character, controls);
    simulation.play();
    simulation.excerpt();
    simulation.step_once();
    simulation.excerpt();
    simulation.wait_for_requests();
    const auto first = simulation.take_excerpt();
    const auto second = simulation.take_excerpt();
    ASSERT_TRUE(first && second) << "the second one does not replace the first";
    EXPECT_FALSE(simulation.take_excerpt());
    EXPECT_FALSE(first->failed || second->failed);
}

TEST_F(RewoundBar, NumbersFailureFilesAfterTheLargestNumber) {
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    simulation.excerpt();
    simulation.wait_for_requests();
    const auto excerpt = simulation.take_excerpt();
    ASSERT_TRUE(excerpt);
    const auto kept_beside = [&](const std::string& name) {
        std::filesystem::remove_all(folder / "failures");
        std::filesystem::create_directories(folder / "failures");
        write_bytes(folder / "failures" / name, "{}");
        return keep_failure(*excerpt, folder / "failures").value().filename();
    };
    EXPECT_EQ(kept_beside("other-2147483647.json"), "bar-2147483648.json");
    EXPECT_EQ(kept_beside("other-9223372036854775807.json"), "bar-1.json");
    EXPECT_EQ(kept_beside("other-99999999999999999999999.json"), "bar-1.json");
    EXPECT_EQ(kept_beside("bar--7.json"), "bar-8.json") << "a second dash is not a sign";
    EXPECT_EQ(kept_beside("other-999999999998.json"), "bar-999999999999.json");
    EXPECT_EQ(kept_beside("other-999999999999.json"), "bar-2.json") << "the numbers are used up and begin anew";
    EXPECT_TRUE(std::filesystem::exists(folder / "failures" / "other-1.json"));
}

TEST_F(RewoundBar, KeepsFailureFilesThatItHasNotNumbered) {
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    simulation.excerpt();
    simulation.wait_for_requests();
    const auto excerpt = simulation.take_excerpt();
    ASSERT_TRUE(excerpt);
    const auto failures = folder / "failures";
    std::filesystem::create_directories(failures);
    write_bytes(failures / "other-999999999999.json", "{}");
    write_bytes(failures / "bar-5.json", "[5]");
    const std::vector<std::string> others{"bar-05.json", "bar-5 (copy).json", "bar.json", "bar-.json"};
    for (const std::string& other : others) {
        write_bytes(failures / other, "[\"" + other + "\"]");
    }
    EXPECT_EQ(keep_failure(*excerpt, failures).value().filename(), "bar-3.json") << "the numbers begin anew";
    EXPECT_EQ(bytes_of(failures / "bar-1.json"), "[5]");
    for (std::size_t i = 0; i < 2 * failures_max; ++i) {
        ASSERT_TRUE(keep_failure(*excerpt, failures));
    }
    for (const std::string& other : others) {
        EXPECT_EQ(bytes_of(failures / other), "[\"" + other + "\"]");
    }
    EXPECT_EQ(json_files_in(failures).size(), failures_max + others.size());
}

TEST_F(RewoundBar, NeverRemovesTheNewestFailureFile) {
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    simulation.excerpt();
    simulation.wait_for_requests();
    const auto excerpt = simulation.take_excerpt();
    ASSERT_TRUE(excerpt);
    std::filesystem::create_directories(folder / "failures");
    write_bytes(folder / "failures" / "other-999999999990.json", "{}");
    for (std::size_t i = 0; i < 2 * failures_max; ++i) {
        const auto newest = keep_failure(*excerpt, folder / "failures");
        const auto after = keep_failure(*excerpt, folder / "failures");
        ASSERT_TRUE(newest && after);
        EXPECT_NE(*newest, *after);
        EXPECT_TRUE(std::filesystem::exists(*after));
        EXPECT_LE(json_files_in(folder / "failures").size(), failures_max);
    }
}

TEST_F(RewoundBar, NumericalFailurePausesAtTheLastValidStepAndSavesARecording) {
    LoneSimulation simulation;
    LiveControls controls = starting_controls(*character);
    simulation.swap(character, controls);
    simulation.play();
    Snapshot now;
    ASSERT_TRUE(eventually([&] { return simulation.take(now), now.step_count > 5; }));
    controls.gravity = Vec3(0, -1e40, 0);
    simulation.set_controls(controls);
    std::optional<Session> excerpt;
    ASSERT_TRUE(eventually([&] { return (excerpt = simulation.take_excerpt()).has_value(); }));
    EXPECT_TRUE(excerpt->failed);
    ASSERT_TRUE(eventually([&] { return simulation.take(now), !now.playing; }));
    EXPECT_TRUE(now.state.Z.allFinite());
    EXPECT_EQ(hash_of(now.state), excerpt->segments.front().characters.front().recording.final_hash);

    for (std::size_t i = 0; i < failures_max + 3; ++i) {
        ASSERT_TRUE(keep_failure(*excerpt, folder / "failures"));
    }
    EXPECT_EQ(json_files_in(folder / "failures").size(), failures_max);
    const auto newest = keep_failure(*excerpt, folder / "failures");
    EXPECT_EQ(newest->filename(), "bar-" + std::to_string(failures_max + 4) + ".json");
    const LiveControls start = starting_controls(*character);
    const auto read = read_controls(*newest, *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    Motion again(character);
    const Replay replay = replayed(read.value().value, start, again);
    EXPECT_FALSE(replay.first_difference);
    EXPECT_EQ(replay.first_failure, excerpt->segments.front().characters.front().recording.step_count);
}

} // namespace
} // namespace limber::app
