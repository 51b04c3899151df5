// SPDX-License-Identifier: MIT
#include "app/controllers/playback_controller.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TimelineSpan timeline_at(std::uint64_t place, std::uint64_t rewinds_applied = 0) {
    TimelineSpan timeline;
    timeline.first = 10;
    timeline.last = 20;
    timeline.place = place;
    timeline.rewinds_applied = rewinds_applied;
    return timeline;
}

// The only command, as that kind; null otherwise.
template <typename Kind>
const Kind* only(const Commands& commands) {
    return commands.size() == 1 ? std::get_if<Kind>(&commands.front()) : nullptr;
}

std::uint64_t place_of(const Commands& commands) {
    const auto* rewind = only<RewindSimulation>(commands);
    return rewind ? rewind->place : 0;
}

double speed_after(Action action, double speed) {
    PlaybackController playback;
    Document document;
    const Commands commands = playback.act(action, {}, speed);
    if (const auto* edit = only<EditDocument>(commands)) {
        edit->change(document);
    }
    return document.speed;
}

StepSample sample(double energy) {
    StepSample one;
    one.elastic_energy = energy;
    return one;
}

TEST(PlaybackController, TogglesPlaying) {
    PlaybackController playback(false);
    const Commands plays = playback.act(Action::play_or_pause, {}, 1.0);
    ASSERT_TRUE(only<SetPlaying>(plays));
    EXPECT_TRUE(only<SetPlaying>(plays)->playing);
    playback.set_playing(true);
    const Commands pauses = playback.act(Action::play_or_pause, {}, 1.0);
    ASSERT_TRUE(only<SetPlaying>(pauses));
    EXPECT_FALSE(only<SetPlaying>(pauses)->playing);
}

TEST(PlaybackController, PausesForAStepAndForARewind) {
    PlaybackController stepped;
    EXPECT_TRUE(only<StepSimulation>(stepped.act(Action::single_step, {}, 1.0)));
    EXPECT_FALSE(stepped.is_playing());
    PlaybackController rewound;
    rewound.rewind(12);
    EXPECT_FALSE(rewound.is_playing());
}

TEST(PlaybackController, RestartsWithoutPausing) {
    PlaybackController playback;
    EXPECT_TRUE(only<RestartSimulation>(playback.act(Action::reset, {}, 1.0)));
    EXPECT_TRUE(playback.is_playing());
}

TEST(PlaybackController, StepsBackFromThePlaceThatWasAskedForLast) {
    PlaybackController playback;
    const TimelineSpan shown = timeline_at(20); // snapshots lag behind
    const auto step_back = [&] {
        const std::uint64_t place = place_of(playback.act(Action::step_back, shown, 1.0));
        playback.rewind(place);
        return place;
    };
    EXPECT_EQ(step_back(), 19u);
    EXPECT_EQ(step_back(), 18u);
    EXPECT_EQ(playback.place(shown), 18u);
    EXPECT_EQ(playback.place(timeline_at(15, 2)), 15u) << "both rewinds were applied";
}

TEST(PlaybackController, PlaysAReplayUntilItEnds) {
    PlaybackController playback(false);
    EXPECT_TRUE(only<ReplayTimeline>(playback.act(Action::replay, {}, 1.0)));
    EXPECT_TRUE(playback.is_playing());
    Snapshot snapshot;
    playback.update(snapshot);
    EXPECT_TRUE(playback.is_playing()) << "a snapshot of before the replay";
    snapshot.timeline.replays_ended = 1;
    playback.update(snapshot);
    EXPECT_FALSE(playback.is_playing());
    playback.set_playing(true);
    playback.update(snapshot);
    EXPECT_TRUE(playback.is_playing()) << "each end counts once";
}

TEST(PlaybackController, ChangesTheSpeedWithinItsLimits) {
    EXPECT_DOUBLE_EQ(speed_after(Action::slower, 1.0), 0.8);
    EXPECT_DOUBLE_EQ(speed_after(Action::faster, 0.8), 1.0);
    EXPECT_DOUBLE_EQ(speed_after(Action::faster, 1.9), 2.0);
    EXPECT_DOUBLE_EQ(speed_after(Action::slower, 0.05), 0.05);
}

TEST(PlaybackController, SendsASpeedOnce) {
    PlaybackController playback;
    EXPECT_TRUE(playback.send_speed(1.0).empty());
    const Commands commands = playback.send_speed(0.5);
    ASSERT_TRUE(only<SetSimulationSpeed>(commands));
    EXPECT_DOUBLE_EQ(only<SetSimulationSpeed>(commands)->speed, 0.5);
    EXPECT_TRUE(playback.send_speed(0.5).empty());
}

TEST(PlaybackController, IgnoresActionsOfOtherFeatures) {
    PlaybackController playback;
    EXPECT_TRUE(playback.act(Action::undo, timeline_at(20), 1.0).empty());
    EXPECT_TRUE(playback.is_playing());
}

TEST(PlaybackController, PlotsOnlyStepsOfTheSceneThatIsOpen) {
    PlaybackController playback;
    playback.plot({sample(1.0)}, true);
    playback.wait_for_scene();
    playback.plot({sample(2.0)}, false);
    EXPECT_TRUE(playback.plots().elastic_energy.values.empty());
    playback.plot({sample(3.0)}, true); // may hold steps of both scenes
    EXPECT_TRUE(playback.plots().elastic_energy.values.empty());
    playback.plot({sample(4.0)}, true);
    EXPECT_FLOAT_EQ(playback.plots().elastic_energy.latest(), 4.0F);
}

} // namespace
} // namespace limber::app
