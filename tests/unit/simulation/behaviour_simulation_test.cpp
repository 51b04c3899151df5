// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/recording/replaying.h"
#include "tests/support/behaving_block.h"
#include "tests/support/controls_files.h"
#include "tests/support/eventually.h"
#include "tests/support/lone_simulation.h"

#include <gmock/gmock.h>

#include <map>

namespace limber::app {
namespace {

using limber::testing::built_block;
using limber::testing::controls_json;
using limber::testing::eventually;
using limber::testing::LoneSimulation;
using limber::testing::read_controls;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;

class SimulatedBlock : public ::testing::Test {
protected:
    bool steps_to(std::uint64_t step) {
        while (now.step_count < step) {
            simulation.step_once();
            const std::uint64_t next = now.step_count + 1;
            if (!eventually([&] { return simulation.take(now), now.step_count == next; })) {
                return false;
            }
            hashes[next] = hash_of(now.state);
        }
        return true;
    }
    void behave(std::optional<BehaviourKind> kind) {
        controls.muscles.behaviour.kind = kind;
        simulation.set_controls(controls);
    }

    ScratchFolder folder;
    CharacterPtr character = built_block(folder);
    LiveControls controls = starting_controls(*character);
    LoneSimulation simulation;
    Snapshot now;
    std::map<std::uint64_t, std::uint64_t> hashes; // of the state after each step
};

TEST_F(SimulatedBlock, RewindingRestoresTheController) {
    simulation.swap(character, controls);
    behave(BehaviourKind::hop);
    ASSERT_TRUE(steps_to(60));
    ASSERT_TRUE(now.behaviour);
    const std::string_view phase = now.behaviour->status.phase;
    const std::map<std::uint64_t, std::uint64_t> first = hashes;
    for (const std::uint64_t place : {std::uint64_t{25}, std::uint64_t{41}}) {
        simulation.rewind(place);
        ASSERT_TRUE(eventually([&] { return simulation.take(now), now.step_count == place; }));
        EXPECT_TRUE(now.behaviour) << "it shows what the body did";
        ASSERT_TRUE(steps_to(60));
        EXPECT_EQ(hashes, first) << "from " << place;
        EXPECT_EQ(now.behaviour->status.phase, phase);
    }
}

TEST_F(SimulatedBlock, ARecordingOfBehavioursHasTheirBits) {
    simulation.swap(character, controls);
    simulation.start_recording();
    for (const auto kind : {std::optional(BehaviourKind::stand), std::optional(BehaviourKind::hop),
                            std::optional<BehaviourKind>(), std::optional(BehaviourKind::follow)}) {
        behave(kind);
        for (int i = 0; i < 25; ++i) {
            simulation.step_once();
        }
        simulation.wait_for_requests();
    }
    const Recording recording = simulation.stop_recording();
    EXPECT_EQ(recording.step_count, 100u);
    write_bytes(folder / "recording.json", controls_json(recording, starting_controls(*character)));
    const auto read = read_controls(folder / "recording.json", *character, starting_controls(*character));
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, ::testing::IsEmpty());
    Motion again(character);
    EXPECT_FALSE(replayed(read.value().value, starting_controls(*character), again).first_difference);
}

// An excerpt begins in the middle of a hop, with the memory of the controller.
TEST_F(SimulatedBlock, AnExcerptContinuesABehaviour) {
    simulation.swap(character, controls);
    behave(BehaviourKind::hop);
    ASSERT_TRUE(steps_to(30));
    Motion motion(character);
    controls.muscles.behaviour.kind = BehaviourKind::hop;
    for (int i = 0; i < 30; ++i) {
        motion.step(controls);
    }
    Recorder recorder = Recorder::from(motion);
    for (int i = 0; i < 30; ++i) {
        motion.step(controls);
        recorder.note(controls, motion.state());
    }
    write_bytes(folder / "excerpt.json", controls_json(recorder.recording(), starting_controls(*character)));
    const auto read = read_controls(folder / "excerpt.json", *character, starting_controls(*character));
    ASSERT_TRUE(read) << sentence(read.error());
    ASSERT_TRUE(read.value().value.start);
    EXPECT_FALSE(read.value().value.start->behaviour.empty());
    Motion again(character);
    EXPECT_FALSE(replayed(read.value().value, starting_controls(*character), again).first_difference);
    EXPECT_EQ(hashes[30], hash_of(read.value().value.start->state)) << "the window steps the same motion";
}

} // namespace
} // namespace limber::app
