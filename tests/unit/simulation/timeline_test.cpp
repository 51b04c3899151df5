// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/motion/loop_blend.h"
#include "app/simulation/timeline.h"

#include "tests/support/edited_bar.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::HasSubstr;

class BarTimeline : public limber::testing::EditedBar {
protected:
    void expect_every_place() {
        for (const auto& [place, hash] : hashes) {
            rewind(place);
            EXPECT_EQ(hash_of_all(), hash) << place;
            EXPECT_EQ(now().place, place);
        }
    }
};

TEST_F(BarTimeline, ContinuesOverResetsAndSeeks) {
    set_scene({role_of(bar, original)});
    take_steps(5);
    simulation.apply(TimeRequest{});
    EXPECT_EQ(now().last, 5u) << "a reset is stored only after a step";
    EXPECT_TRUE(now().is_beside);
    take_steps(4);
    simulation.apply(TimeRequest{0.25});
    take_steps(3);
    EXPECT_EQ(now().first, 0u);
    EXPECT_EQ(now().last, 5u + 5u + 4u) << "each start is a step of its own";
    EXPECT_NEAR(now().seconds, 12.0 / 60.0, 1e-9);
    expect_every_place();
    rewind(3);
    EXPECT_NEAR(now().seconds_back, 9.0 / 60.0, 1e-9);
    EXPECT_EQ(simulation.snapshots().front().step_count, 3u);
}

TEST_F(BarTimeline, SeekRestoresTheModelOfThatTime) {
    const CharacterPtr finer = with(8, 24);
    set_scene({role_of(bar, original)});
    take_steps(6);
    set_scene({role_of(bar, finer)});
    take_steps(6);
    rewind(4);
    EXPECT_EQ(shown(), original);
    rewind(now().last);
    EXPECT_EQ(shown(), finer);
    expect_every_place();
}

TEST_F(BarTimeline, ReplaysOverAModelSwapWithTheSameHashes) {
    const CharacterPtr finer = with(8, 24);
    set_scene({role_of(bar, original)});
    take_steps(6);
    set_scene({role_of(bar, finer)});
    take_steps(6);
    const auto first_time = hashes;
    rewind(3);
    set_scene({role_of(bar, original)}); // as undo does
    EXPECT_EQ(now().last, 13u) << "no step is dropped yet";
    take_steps(3);
    set_scene({role_of(bar, finer)});
    take_steps(6);
    EXPECT_EQ(hashes, first_time);
}

TEST_F(BarTimeline, CanContinueFromBeforeASwapWithTheNewModel) {
    const CharacterPtr finer = with(8, 24);
    set_scene({role_of(bar, original)});
    take_steps(6);
    set_scene({role_of(bar, finer)});
    take_steps(6);
    rewind(3);
    take_steps(1);
    EXPECT_EQ(shown(), finer);
    EXPECT_EQ(now().place, 5u) << "one at the start, one step later";
    EXPECT_EQ(now().last, 5u) << "later steps are dropped";
    rewind(3);
    EXPECT_EQ(shown(), original);
}

TEST_F(BarTimeline, EditClearsTheFutureOnlyAfterAStep) {
    const CharacterPtr finer = with(8, 24);
    const CharacterPtr coarser = with(3, 10);
    set_scene({role_of(bar, original)});
    take_steps(6);
    set_scene({role_of(bar, finer)});
    take_steps(6);
    rewind(3);
    set_scene({role_of(bar, coarser)});
    EXPECT_EQ(shown(), coarser);
    expect_every_place();
    rewind(2);
    take_steps(2);
    EXPECT_EQ(shown(), coarser);
    EXPECT_EQ(now().last, 5u);
}

TEST_F(BarTimeline, SeekRestoresTheCharactersOfThatTime) {
    set_scene({role_of(bar, original)});
    take_steps(4);
    set_scene({role_of(bar, original), role_of(guest, original, 3.0)});
    take_steps(4);
    set_scene({role_of(guest, original, 3.0)});
    take_steps(4);
    expect_every_place();
    rewind(2);
    ASSERT_EQ(simulation.snapshots().size(), 1u);
    EXPECT_EQ(simulation.snapshots().front().id, bar);
    rewind(7);
    EXPECT_EQ(simulation.snapshots().size(), 2u);
    take_steps(1);
    ASSERT_EQ(simulation.snapshots().size(), 1u);
    EXPECT_EQ(simulation.snapshots().front().id, guest) << "it continues with the current characters";
}

TEST_F(BarTimeline, DistinguishesCharactersThatSwappedIndices) {
    set_scene({role_of(bar, original), role_of(guest, with(8, 24), 3.0)});
    take_steps(4);
    set_scene({role_of(guest, simulation.snapshots()[1].character, 3.0), role_of(bar, original)});
    take_steps(4);
    expect_every_place();
}

TEST_F(BarTimeline, IsClearedWhenAnotherSceneIsOpened) {
    set_scene({role_of(bar, original)});
    take_steps(4);
    set_scene({role_of(guest, original)});
    take_steps(2);
    EXPECT_EQ(now().first, 0u);
    EXPECT_EQ(now().last, 2u);
    rewind(0);
    EXPECT_EQ(simulation.snapshots().front().id, guest);
}

TEST_F(BarTimeline, SeeksToTheNearestStoredStep) {
    set_scene({role_of(bar, original)});
    rewind(3);
    EXPECT_EQ(now().rewinds_applied, 1u) << "without stored steps";
    take_steps(4);
    rewind(400);
    EXPECT_EQ(now().place, 4u);
    EXPECT_EQ(now().rewinds_applied, 2u);
}

TEST_F(BarTimeline, JumpsIfTheRigIsNowPosedDifferently) {
    set_scene({role_of(bar, original)});
    take_steps(6);
    SimulatedInstance moved = role_of(bar, original, 5.0);
    simulation.apply(ControlsRequest{bar, moved.controls});
    take_steps(1);
    rewind(3);
    take_steps(1);
    const State state = simulation.snapshots().front().state;
    EXPECT_LT(state.Pdot.cwiseAbs().maxCoeff(), 10.0) << "five metres in a step would be 300 m/s";
    EXPECT_EQ(now().place, 5u) << "the jump starts a segment";
}

/// A timeline with limits of its own, without a simulation.
class LimitedTimeline : public limber::testing::EditedBar {
protected:
    static std::vector<Track> track(const Timeline& timeline, const CharacterPtr& character, Motion& motion) {
        std::vector<Track> tracks;
        tracks.push_back(
            {bar, character, {timeline.next_place(), motion.stored_state(), starting_controls(*character)}});
        return tracks;
    }

    static void take(int steps, Motion& motion, Timeline& timeline, double clip_speed = 1.0) {
        for (int i = 0; i < steps; ++i) {
            LiveControls controls = starting_controls(motion.character());
            controls.clip_speed = clip_speed;
            motion.step(controls);
            timeline.newest().tracks.front().history.note(motion.stored_state(), controls);
            timeline.trim();
        }
    }
};

TEST_F(LimitedTimeline, DropsTheOldestStoredStatesOfAllSegments) {
    Timeline timeline({.stored_states = 8});
    Motion motion(original);
    for (int segment = 0; segment < 3; ++segment) {
        timeline.begin(track(timeline, original, motion));
        take(4, motion, timeline);
    }
    const TimelineSpan span = timeline.span_from(14);
    EXPECT_EQ(span.last, 14u);
    EXPECT_EQ(span.first, 7u);
    EXPECT_EQ(span.motion_steps, 4u) << "of the last segment";
    EXPECT_GT(span.motion_seconds, 0.0);
    EXPECT_EQ(timeline.span_from(12).motion_steps, 2u);
    EXPECT_NEAR(timeline.span_from(12).motion_seconds, 0.5 * span.motion_seconds, 1e-12);
    EXPECT_FALSE(timeline.holds(6));
    EXPECT_EQ(timeline.session(14).segments.size(), 2u);
    EXPECT_EQ(timeline.session(14).step_count(), 6u);
}

TEST_F(LimitedTimeline, CountsTheSecondsThatItDroppedFromAMotion) {
    Timeline timeline({.stored_states = 8});
    Motion motion(original);
    timeline.begin(track(timeline, original, motion));
    take(7, motion, timeline);
    EXPECT_EQ(timeline.frames(7, {bar}).removed_seconds, 0.0);
    EXPECT_EQ(timeline.span_from(7).removed_seconds, 0.0);
    take(3, motion, timeline);
    const SceneFrames frames = timeline.frames(10, {bar});
    EXPECT_EQ(frames.frames.size(), 8U);
    EXPECT_NEAR(frames.removed_seconds, 3.0 / 60.0, 1e-12);
    EXPECT_NEAR(timeline.span_from(10).removed_seconds, 3.0 / 60.0, 1e-12);
    timeline.begin(track(timeline, original, motion));
    take(2, motion, timeline);
    EXPECT_EQ(timeline.frames(13, {bar}).removed_seconds, 0.0) << "the new motion is whole";
    EXPECT_GT(timeline.frames(10, {bar}).removed_seconds, 3.5 / 60.0);
}

// The clip has 40 steps.
TEST_F(LimitedTimeline, SaysWhyItHasNoLoopHoweverLongItPlays) {
    for (const int steps : {30, 200}) {
        Timeline timeline({.stored_states = 36});
        Motion motion(original);
        timeline.begin(track(timeline, original, motion));
        take(steps, motion, timeline);
        const auto loop = last_loop(timeline.frames(static_cast<std::uint64_t>(steps), {bar}));
        ASSERT_FALSE(loop);
        EXPECT_THAT(loop.error().message, HasSubstr(steps == 30 ? "let the clip play two passes"
                                                                : "only the last 0.6 s of the motion are stored"));
    }
}

// The clip has 40 steps, and starts again at once backwards, because it is at its start.
TEST_F(LimitedTimeline, FindsTheStartsOfAClipThatPlaysBackwards) {
    Timeline timeline;
    Motion motion(original);
    timeline.begin(track(timeline, original, motion));
    take(100, motion, timeline, -1.0);
    const SceneFrames frames = timeline.frames(100, {bar});
    ASSERT_EQ(frames.loop_starts.size(), 3U);
    EXPECT_EQ(frames.loop_starts.front(), 1U);
    const auto loop = last_loop(frames);
    ASSERT_TRUE(loop) << sentence(loop.error());
    EXPECT_NEAR(static_cast<double>(loop.value().motion.frames.size()), 41.0, 1.0);
}

// As where a clip begins to loop after a minute of play.
TEST_F(LimitedTimeline, AsksForTwoPassesWhereTheyFitIntoWhatIsStored) {
    for (const double pass : {29.0, 31.0}) {
        SceneFrames motion;
        motion.ids = {bar};
        motion.characters = {original};
        motion.times = {40.0, 100.0};
        motion.loop_seconds = {pass};
        motion.removed_seconds = 40.0;
        const auto loop = last_loop(motion);
        ASSERT_FALSE(loop);
        EXPECT_THAT(loop.error().message, HasSubstr(pass < 30.0 ? "let the clip play two passes"
                                                                : "only the last 60.0 s of the motion are stored"));
    }
}

TEST_F(LimitedTimeline, KeepsAtLeastOneStoredState) {
    Timeline timeline({.bytes_of_one = 8});
    Motion motion(original);
    timeline.begin(track(timeline, original, motion));
    take(3, motion, timeline);
    EXPECT_EQ(timeline.span_from(3).first, 3u);
    EXPECT_EQ(timeline.session(3).segments.size(), 1u);
}

TEST_F(LimitedTimeline, DropsOldModelsBeyondTheMemoryLimit) {
    for (const std::size_t room : {std::size_t{1}, std::size_t{1} << 30U}) {
        Timeline timeline({.bytes_of_old_models = room});
        CharacterPtr old = with(8, 24);
        const std::weak_ptr<const Character> watched = old;
        Motion before(old);
        timeline.begin(track(timeline, old, before));
        take(3, before, timeline);
        before = Motion(original);
        old.reset();
        EXPECT_FALSE(watched.expired());
        timeline.begin(track(timeline, original, before));
        EXPECT_EQ(watched.expired(), room == 1);
        EXPECT_EQ(timeline.span_from(4).first, room == 1 ? 4u : 0u);
    }
}

// A body that switches between two loads has a subspace for each, besides the whole one.
TEST_F(LimitedTimeline, CountsTheModelsOfEachLoad) {
    const auto is_kept = [&](const CharacterPtr& old, std::size_t room) {
        Timeline timeline({.bytes_of_old_models = room});
        Motion motion(old);
        timeline.begin(track(timeline, old, motion));
        take(3, motion, timeline);
        motion = Motion(original);
        timeline.begin(track(timeline, original, motion));
        return timeline.span_from(4).first == 0u;
    };
    const auto room_for = [&](const CharacterPtr& old) {
        std::size_t room = 1;
        while (!is_kept(old, room)) {
            room *= 2;
        }
        return room;
    };
    CharacterDescription other = scene;
    other.subspace = SubspaceKind::force_dual_skinning;
    other.loads = {{{.kind = LoadKind::region, .region = LoadRegion{Vec3::Zero(), 0.2, 100.0}}},
                   {{.kind = LoadKind::region, .region = LoadRegion{Vec3(1, 0.15, 0.15), 0.2, 100.0}}}};
    other.modes = 2;
    const CharacterPtr together = build_character(other, original, Stage::nothing).value();
    other.switches_loads = true;
    const CharacterPtr switching = build_character(other, original, Stage::nothing).value();
    ASSERT_TRUE(switching->switched);
    EXPECT_GE(room_for(switching), 2 * room_for(together));
}

} // namespace
} // namespace limber::app
