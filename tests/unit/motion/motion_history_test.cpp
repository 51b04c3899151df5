// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/controls_recording.h"
#include "app/motion/motion_history.h"
#include "app/recording/replaying.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

constexpr std::uint64_t first = 100; // index of the first step

class BarHistory : public ::testing::Test {
protected:
    /// Changes every seven steps.
    LiveControls controls_of(std::uint64_t step) const {
        LiveControls controls = start;
        controls.gravity = Vec3(0, static_cast<double>(step / 7) - 5.0, 0);
        controls.clip = step % 20 < 12 ? 0 : -1; // blends between them
        return controls;
    }

    void take(int steps) {
        for (int i = 0; i < steps; ++i) {
            const LiveControls controls = controls_of(motion.step_count() + 1);
            motion.step(controls);
            hashes[first + motion.step_count()] = hash_of(motion.state());
            history.note(motion.stored_state(), controls);
        }
    }

    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::mesh).value();
    LiveControls start = starting_controls(*character);
    Motion motion{character};
    MotionHistory history{first, motion.stored_state(), start};
    std::map<std::uint64_t, std::uint64_t> hashes;
};

TEST_F(BarHistory, SeeksToEveryStoredStateBitForBit) {
    take(40);
    EXPECT_EQ(history.first(), first);
    EXPECT_EQ(history.last(), first + 40);
    EXPECT_NEAR(history.time(history.last()), 40.0 / 60.0, 1e-9);
    for (std::uint64_t place = first + 1; place <= first + 40; ++place) {
        motion.go_to(history.stored_state(place), history.controls(place));
        EXPECT_EQ(hash_of(motion.state()), hashes[place]);
        EXPECT_EQ(motion.step_count(), place - first);
        EXPECT_EQ(history.controls(place), controls_of(place - first));
    }
    const State rest = history.stored_state(first).state;
    EXPECT_EQ(hash_of(rest), hash_of(rest_state(character->model, rest.P)));
}

TEST_F(BarHistory, HasTheStepsInWhichTheRigJumped) {
    for (std::uint64_t step = 1; step <= 6; ++step) {
        LiveControls controls = start;
        controls.rig_offset.col(3).x() += step < 4 ? 0.0 : 5.0;
        motion.step(controls);
        EXPECT_EQ(motion.rig_discontinuity(), step == 4);
        history.note(motion.stored_state(), controls);
    }
    for (std::uint64_t step = 1; step <= 6; ++step) {
        EXPECT_EQ(history.stored_state(first + step).rig_discontinuity, step == 4) << step;
    }
    motion.go_to(history.stored_state(first + 4), history.controls(first + 4));
    EXPECT_TRUE(motion.stored_state().rig_discontinuity);
    motion.restart(start);
    EXPECT_FALSE(motion.rig_discontinuity());
}

TEST_F(BarHistory, HasTheStatesOfARigidBody) {
    RigidState rigid;
    for (std::uint64_t step = 1; step <= 3; ++step) {
        motion.step(start);
        StoredState stored = motion.stored_state();
        rigid.frame.col(3) = Vec3(0.1, 0.2, 0.3 * static_cast<double>(step));
        rigid.velocity = Vec3(1.0, 2.0, 3.0);
        rigid.angular_velocity = Vec3(-4.0, 5.0, static_cast<double>(step));
        stored.rigid = rigid;
        stored.behaviour.assign(step, 7.0);
        stored.switching.assign(step + 1, 5.0);
        stored.springs.assign(step + 2, 0.5);
        history.note(stored, start);
    }
    EXPECT_FALSE(history.stored_state(first).rigid);
    const StoredState last = history.stored_state(first + 3);
    EXPECT_EQ(last.rigid, rigid);
    EXPECT_EQ(last.behaviour, std::vector<double>(3, 7.0));
    EXPECT_EQ(last.switching, std::vector<double>(4, 5.0));
    EXPECT_EQ(last.springs, std::vector<double>(5, 0.5));
    EXPECT_EQ(hash_of(last.state), hash_of(motion.state()));
    EXPECT_EQ(history.stored_state(first + 1).rigid->frame(2, 3), 0.3);
}

TEST_F(BarHistory, DropsTheOldestStoredStates) {
    take(50);
    for (int i = 0; i < 35; ++i) {
        history.remove_first();
    }
    EXPECT_EQ(history.first(), first + 35);
    EXPECT_FALSE(history.holds(first + 34));
    EXPECT_FALSE(history.holds(first + 51));
    for (std::uint64_t place = first + 35; place <= first + 50; ++place) {
        EXPECT_EQ(hash_of(history.stored_state(place).state), hashes[place]);
        EXPECT_EQ(history.controls(place), controls_of(place - first));
    }
}

TEST_F(BarHistory, ContinuingFromThePastClearsTheFuture) {
    take(30);
    motion.go_to(history.stored_state(first + 22), history.controls(first + 22));
    history.remove_after(first + 22);
    take(3);
    EXPECT_EQ(history.last(), first + 25);
    EXPECT_EQ(hash_of(history.stored_state(first + 25).state), hashes[first + 25]);
    take(20);
    EXPECT_EQ(history.controls(first + 45), controls_of(45));
}

TEST_F(BarHistory, ExportsTheStoredSecondsAsARecording) {
    take(50);
    for (int i = 0; i < 35; ++i) {
        history.remove_first();
    }
    const Recording recording = history.recording(first + 48);
    EXPECT_EQ(recording.step_count, 13u);
    Motion again(character);
    EXPECT_FALSE(replayed(recording, start, again).first_difference);
    EXPECT_EQ(hash_of(again.state()), hashes[first + 48]);
}

} // namespace
} // namespace limber::app
