// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/jobs/catch_exceptions.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/simulation.h"
#include "tests/support/eventually.h"
#include "tests/support/lone_simulation.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <new>
#include <stdexcept>
#include <string>

namespace limber::app {
namespace {

using limber::testing::eventually;
using limber::testing::LoneSimulation;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

TEST(CatchExceptions, ReturnsOneSentence) {
    const ErrorContext words{"the step could not be taken", "take fewer modes"};
    EXPECT_FALSE(thrown_by([] {}, words));
    EXPECT_EQ(thrown_by([] { throw std::bad_alloc(); }, words)->message,
              "the step could not be taken, because there was not enough memory; take fewer modes");
    EXPECT_EQ(thrown_by([] { throw std::logic_error("a mistake"); }, words)->message,
              "the step could not be taken: a mistake");
    EXPECT_EQ(thrown_by([] { throw 1; }, words)->message, "the step could not be taken");
}

class ThrowingBar : public ::testing::Test {
protected:
    // Controls that violate a contract inside a step, which throws in tests.
    LiveControls mistaken() const {
        LiveControls controls = starting_controls(*character);
        controls.iterations = 0;
        return controls;
    }

    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::mesh).value();
};

TEST_F(ThrowingBar, PausesAtTheLastValidStepReportsAndContinues) {
    LoneSimulation simulation;
    const LiveControls good = starting_controls(*character);
    simulation.swap(character, good);
    simulation.start_recording();
    Snapshot now;
    for (int i = 0; i < 6; ++i) {
        simulation.step_once();
    }
    ASSERT_TRUE(eventually([&] { return simulation.take(now), now.step_count == 6; }));
    const std::uint64_t sound = hash_of(now.state);

    simulation.set_controls(mistaken());
    simulation.play();
    std::optional<Error> fault;
    ASSERT_TRUE(eventually([&] { return (fault = simulation.take_fault()).has_value(); }));
    EXPECT_THAT(fault->message, HasSubstr("paused at the last valid state"));
    ASSERT_TRUE(eventually([&] { return simulation.take(now), !now.playing; }));
    EXPECT_EQ(hash_of(now.state), sound);
    EXPECT_EQ(now.timeline.last, 6u) << "no step is dropped";

    simulation.set_controls(good);
    simulation.step_once();
    ASSERT_TRUE(eventually([&] { return simulation.take(now), now.step_count == 7; }));
    EXPECT_FALSE(simulation.take_fault());
    const Recording recording = simulation.stop_recording();
    EXPECT_EQ(recording.step_count, 7u);
    Motion again(character);
    EXPECT_FALSE(replayed(recording, good, again).first_difference);
}

TEST_F(ThrowingBar, DropsAStepThatFailedForOneCharacter) {
    Simulation simulation(Threads{.count = 1});
    const LiveControls good = starting_controls(*character);
    simulation.apply(SceneRequest{{{1, character, good}, {2, character, good}, {3, character, good}}});
    simulation.apply(RecordRequest{});
    for (int i = 0; i < 4; ++i) {
        simulation.apply(StepRequest{});
    }
    const std::uint64_t sound = hash_of(simulation.snapshots().front().state);
    simulation.apply(ControlsRequest{2, mistaken()});
    EXPECT_THROW(simulation.apply(StepRequest{}), std::logic_error);
    simulation.recover();
    for (const Snapshot& snapshot : simulation.snapshots()) {
        EXPECT_EQ(snapshot.timeline.last, 4u);
        EXPECT_EQ(hash_of(snapshot.state), sound) << "character " << snapshot.id;
    }
    simulation.apply(ControlsRequest{2, good});
    simulation.apply(StepRequest{});
    const Session session = simulation.take_recording();
    ASSERT_EQ(session.segments.size(), 1u);
    for (const CharacterRecording& snapshot : session.segments.front().characters) {
        Motion again(character);
        EXPECT_EQ(snapshot.recording.step_count, 5u);
        EXPECT_FALSE(replayed(snapshot.recording, good, again).first_difference);
    }
}

TEST_F(ThrowingBar, AppliesCommandsAfterAFailedCommand) {
    LoneSimulation simulation;
    simulation.swap(character, starting_controls(*character));
    simulation.set_controls(mistaken());
    simulation.step_once();
    simulation.set_controls(starting_controls(*character));
    simulation.step_once();
    Snapshot now;
    EXPECT_TRUE(eventually([&] { return simulation.take(now), now.step_count == 1; }));
    EXPECT_TRUE(eventually([&] { return simulation.take_fault().has_value(); }));
}

TEST(ThrowingSearch, EndsWithAMessage) {
    const ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    scene.rig_kind = RigKind::none;
    scene.rig.clear();
    scene.clips.clear();
    scene.active_clip = -1;
    scene.muscles.modes = 2;
    scene.contact.floor = true;
    scene.contact.points = 8;
    GaitSearchProblem problem;
    problem.search.sigma = -1.0; // violates a contract
    GaitSearchWorker search_worker;
    const CharacterPtr character = build_character(scene, nullptr, Stage::mesh).value();
    search_worker.start({character, starting_controls(*character), problem});
    ASSERT_TRUE(eventually([&] { return !search_worker.latest().is_running; }));
    ASSERT_TRUE(search_worker.latest().fault);
    EXPECT_THAT(search_worker.latest().fault->message, HasSubstr("stopped early"));
}

} // namespace
} // namespace limber::app
