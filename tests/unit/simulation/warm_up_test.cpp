// SPDX-License-Identifier: MIT
#include "app/motion/motion.h"
#include "tests/support/edited_bar.h"

namespace limber::app {
namespace {

/// A bar that is simulated for some seconds before its first step.
class WarmUpOfABar : public limber::testing::EditedBar {
protected:
    void open(double seconds) {
        SimulatedInstance instance = role_of(bar, original);
        instance.warm_up = seconds;
        controls = instance.controls;
        set_scene({instance});
    }
    Snapshot snapshot() const {
        return simulation.snapshots().front();
    }
    std::uint64_t hash_after(double seconds, int steps) const {
        Motion motion(original);
        motion.start(controls, 0.0, seconds);
        for (int i = 0; i < steps; ++i) {
            motion.step(controls);
        }
        return hash_of(motion.state());
    }

    LiveControls controls;
};

TEST_F(WarmUpOfABar, EndsInTheSameBitsHoweverItIsDivided) {
    open(1.0);
    ASSERT_TRUE(simulation.is_warming_up());
    EXPECT_EQ(snapshot().warm_up, 0.0) << "nothing was simulated yet";
    EXPECT_EQ(snapshot().step_count, 0U);
    double share = 0.0;
    while (simulation.is_warming_up()) {
        simulation.warm_up();
        const auto now = snapshot().warm_up;
        EXPECT_GE(now.value_or(1.0), share);
        share = now.value_or(1.0);
    }
    EXPECT_EQ(hash_of(snapshot().state), hash_after(1.0, 0));
    EXPECT_EQ(snapshot().step_count, 0U);
    take_steps(3);
    EXPECT_EQ(hash_of(snapshot().state), hash_after(1.0, 3));
}

TEST_F(WarmUpOfABar, IsFollowedByTheStepsThatWereRequestedInIt) {
    open(0.5);
    for (int i = 0; i < 3; ++i) {
        simulation.apply(StepRequest{});
    }
    EXPECT_EQ(snapshot().step_count, 0U);
    end_warm_up();
    EXPECT_EQ(snapshot().step_count, 3U);
    EXPECT_EQ(hash_of(snapshot().state), hash_after(0.5, 3));
}

TEST_F(WarmUpOfABar, TakesNoStepsMeanwhile) {
    open(60.0);
    simulation.apply(PlayRequest{true});
    simulation.run_to(Simulation::Clock::now() + std::chrono::seconds(1));
    EXPECT_TRUE(simulation.is_warming_up());
    EXPECT_EQ(snapshot().step_count, 0U);
    EXPECT_TRUE(simulation.take_samples().empty());
}

TEST_F(WarmUpOfABar, CanBeSkipped) {
    open(60.0);
    simulation.warm_up();
    simulation.apply(SkipWarmUpRequest{});
    EXPECT_FALSE(simulation.is_warming_up());
    EXPECT_EQ(hash_of(snapshot().state), hash_after(0.0, 0));
    take_steps(2);
    EXPECT_EQ(hash_of(snapshot().state), hash_after(0.0, 2));
}

TEST_F(WarmUpOfABar, EndsWhereTheCharacterIsPutElsewhere) {
    open(0.0);
    take_steps(5);
    SimulatedInstance instance = role_of(bar, original);
    instance.warm_up = 60.0;
    set_scene({instance});
    simulation.apply(TimeRequest{});
    ASSERT_TRUE(simulation.is_warming_up());
    rewind(2);
    EXPECT_FALSE(simulation.is_warming_up());
    EXPECT_EQ(hash_of_all(), hashes.at(2));
    simulation.apply(TimeRequest{});
    ASSERT_TRUE(simulation.is_warming_up());
    simulation.apply(TimeRequest{0.2});
    EXPECT_FALSE(simulation.is_warming_up()) << "a seek starts at rest";
}

TEST_F(WarmUpOfABar, IsNotCountedWhereTheSceneChangesInIt) {
    open(60.0);
    simulation.warm_up();
    set_scene({role_of(bar, original), role_of(guest, original, 3.0)});
    CharacterDescription larger = scene;
    larger.metres_per_unit *= 2.0;
    const CharacterPtr other = build_character(larger, nullptr, Stage::mesh).value();
    SimulatedInstance instance = role_of(bar, other);
    instance.warm_up = 60.0;
    set_scene({instance, role_of(guest, original, 3.0)});
    ASSERT_TRUE(simulation.is_warming_up());
    simulation.warm_up();
    simulation.apply(SkipWarmUpRequest{});
    for (const Snapshot& shown : simulation.snapshots()) {
        EXPECT_EQ(shown.step_count, 0U) << shown.id;
    }
}

TEST_F(WarmUpOfABar, IsNotTakenAgainByARecording) {
    open(0.5);
    simulation.apply(RecordRequest{});
    take_steps(4);
    EXPECT_EQ(hash_of(snapshot().state), hash_after(0.5, 4));
    const Session session = simulation.take_recording();
    ASSERT_EQ(session.segments.size(), 1U);
    EXPECT_EQ(session.segments.front().step_count(), 4U);
}

} // namespace
} // namespace limber::app
