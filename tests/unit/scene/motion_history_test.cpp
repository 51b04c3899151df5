#include "app/scene/motion_history.h"
#include "app/scene/replaying.h"
#include "app/scene/scene_file.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class RememberedBar : public ::testing::Test {
protected:
    /// Something else every seven steps.
    LiveControls controls_of(std::uint64_t step) const {
        LiveControls controls = start;
        controls.gravity = Vec3(0, static_cast<double>(step / 7) - 5.0, 0);
        controls.clip = step % 20 < 12 ? 0 : -1; // blends from one to the other
        return controls;
    }

    void begin(MotionHistory& history) {
        motion.restart(start);
        history.begin(motion.moment(), start);
    }
    void take(int steps, MotionHistory& history) {
        for (int i = 0; i < steps; ++i) {
            const LiveControls controls = controls_of(motion.step_count() + 1);
            motion.step(controls);
            hashes[motion.step_count()] = hash_of(motion.state());
            history.note(motion.moment(), controls);
        }
    }
    std::size_t bytes_for(std::size_t moments) const {
        const auto k = static_cast<std::size_t>(motion.state().Z.rows());
        const auto rig_rows = static_cast<std::size_t>(motion.state().P.rows());
        return moments * sizeof(double) * (8 + 12 * k + 15 * rig_rows);
    }

    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::mesh).value();
    LiveControls start = starting_controls(*character);
    Motion motion{character};
    std::map<std::uint64_t, std::uint64_t> hashes;
};

TEST_F(RememberedBar, GoesBackToEveryMomentThatIsHeldBitForBit) {
    MotionHistory history;
    begin(history);
    take(40, history);
    EXPECT_EQ(history.span().first_step, 0u);
    EXPECT_EQ(history.span().last_step, 40u);
    EXPECT_NEAR(history.span().last_time, 40.0 / 60.0, 1e-9);
    for (std::uint64_t step = 1; step <= 40; ++step) {
        motion.go_to(history.moment(step), history.controls(step));
        EXPECT_EQ(hash_of(motion.state()), hashes[step]);
        EXPECT_EQ(history.controls(step), controls_of(step));
    }
    EXPECT_EQ(hash_of(history.moment(0).state), hash_of(rest_state(character->model, history.moment(0).state.P)));
}

TEST_F(RememberedBar, ForgetsTheOldestWhenTheMemoryIsFull) {
    MotionHistory history(bytes_for(16));
    begin(history);
    take(50, history);
    EXPECT_EQ(history.span().first_step, 35u);
    EXPECT_EQ(history.span().last_step, 50u);
    EXPECT_FALSE(history.holds(34));
    EXPECT_FALSE(history.holds(51));
    for (std::uint64_t step = 35; step <= 50; ++step) {
        EXPECT_EQ(hash_of(history.moment(step).state), hashes[step]);
        EXPECT_EQ(history.controls(step), controls_of(step));
    }
}

TEST_F(RememberedBar, HoldsOneMomentWhateverTheMemory) {
    MotionHistory history(8);
    begin(history);
    take(3, history);
    EXPECT_EQ(history.span().first_step, 3u);
    EXPECT_EQ(history.span().last_step, 3u);
}

TEST_F(RememberedBar, ForgetsTheFutureWhenItGoesOnFromThePast) {
    MotionHistory history(bytes_for(16));
    begin(history);
    take(30, history);
    motion.go_to(history.moment(22), history.controls(22));
    take(3, history);
    EXPECT_EQ(history.span().first_step, 15u);
    EXPECT_EQ(history.span().last_step, 25u);
    EXPECT_EQ(hash_of(history.moment(25).state), hashes[25]);
    take(20, history);
    EXPECT_EQ(history.span().first_step, 30u);
    EXPECT_EQ(history.controls(45), controls_of(45));
}

TEST_F(RememberedBar, IsARecordingOfTheSecondsThatItHolds) {
    MotionHistory history(bytes_for(16));
    begin(history);
    take(50, history);
    const Recording recording = history.recording(48);
    EXPECT_EQ(recording.step_count, 13u);
    Motion again(character);
    EXPECT_FALSE(replayed(recording, start, again).first_difference);
    EXPECT_EQ(hash_of(again.state()), hashes[48]);
}

} // namespace
} // namespace limber::app
