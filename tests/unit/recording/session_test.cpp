// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/motion/controls_recording.h"
#include "app/recording/session_file.h"

#include "app/recording/failures.h"
#include "tests/support/controls_files.h"
#include "tests/support/edited_bar.h"

#include <gmock/gmock.h>

#include <limits>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::read_controls;
using limber::testing::write_bytes;
using ::testing::HasSubstr;
using ::testing::Not;

class BarSession : public limber::testing::EditedBar {
protected:
    /// Two model swaps, an added and removed character, a handle, a reset, and a rewind.
    Session edited_session() {
        set_scene({role_of(bar, original)});
        simulation.apply(RecordRequest{});
        take_steps(5);
        set_scene({role_of(bar, finer)});
        take_steps(5);
        pull();
        take_steps(3);
        set_scene({role_of(bar, finer), role_of(guest, original, 3.0)});
        take_steps(4);
        set_scene({role_of(bar, coarser), role_of(guest, original, 3.0)});
        take_steps(6);
        rewind(now().place - 2);
        take_steps(1);
        set_scene({role_of(bar, coarser)});
        take_steps(4);
        simulation.apply(TimeRequest{});
        take_steps(3);
        return simulation.take_recording();
    }

    void pull() {
        LiveControls controls = starting_controls(*finer);
        controls.handles = {{1, {1, 2, 30}, {0.2, 0.3, 0.5}, 200, Vec3(0.3, 0.4, 1.0 / 3.0)}};
        controls.rig_offset.col(3).y() = 0.1;
        simulation.apply(ControlsRequest{bar, controls});
    }

    static CharacterPtr built(const CharacterDescription& description) {
        return build_character(description, nullptr, Stage::mesh).value();
    }

    /// Replays with models built only from the file; returns the steps of the first character.
    static std::uint64_t steps_done_again(const std::vector<RecordedSegment>& segments) {
        std::uint64_t steps = 0;
        for (const RecordedSegment& segment : segments) {
            std::uint64_t taken = 0;
            for (const RecordedCharacter& recorded : segment) {
                const CharacterPtr character = built(recorded.scene);
                const LiveControls start = starting_controls(*character);
                const auto recording = parse_controls(recorded.text, "session", *character, start);
                EXPECT_TRUE(recording) << sentence(recording.error());
                Motion motion(character);
                const Replay replay = replayed(recording.value().value, start, motion);
                EXPECT_FALSE(replay.first_difference) << steps << " + " << replay.steps;
                EXPECT_EQ(replay.steps, recording.value().value.hashes.size());
                taken = replay.steps;
            }
            steps += taken;
        }
        return steps;
    }

    CharacterPtr finer = with(8, 24);
    CharacterPtr coarser = with(3, 10);
};

TEST_F(BarSession, WithTwoModelSwapsAndAnAddedCharacterReplaysBitForBit) {
    const Session session = edited_session();
    EXPECT_FALSE(simulation.is_recording());
    std::vector<std::pair<std::size_t, std::uint64_t>> shape;
    for (const Segment& segment : session.segments) {
        shape.emplace_back(segment.characters.size(), segment.step_count());
    }
    const std::vector<std::pair<std::size_t, std::uint64_t>> wanted = {{1, 5}, {1, 8}, {2, 4}, {2, 5}, {1, 4}, {1, 3}};
    EXPECT_EQ(shape, wanted);
    EXPECT_EQ(session.segments[1].characters.front().scene.modes, 8);
    EXPECT_FALSE(session.segments[0].characters.front().recording.start) << "from rest, for any subspace";

    ASSERT_TRUE(write_session(session, folder / "session.json"));
    ASSERT_TRUE(records_a_session(folder / "session.json"));
    const auto read = read_session(folder / "session.json");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(steps_done_again(read.value()), session.step_count());
}

TEST_F(BarSession, SecondSegmentContinuesTheFirst) {
    const Session session = edited_session();
    const Recording& before = session.segments[2].characters.front().recording;
    const Recording& after = session.segments[4].characters.front().recording;
    EXPECT_EQ(session.segments[1].characters.front().recording.final_hash,
              hash_of(session.segments[2].characters.front().recording.start->state))
        << "an added character does not change the others";
    EXPECT_EQ(before.step_count, 4u);
    ASSERT_TRUE(after.start);
    EXPECT_EQ(hash_of(after.start->state), session.segments[3].characters.front().recording.final_hash);
}

TEST_F(BarSession, TruncationAndFlippedBitsAreRejectedWithOneSentence) {
    ASSERT_TRUE(write_session(edited_session(), folder / "session.json"));
    const std::string text = bytes_of(folder / "session.json");
    for (std::size_t share = 0; share < 10; ++share) {
        write_bytes(folder / "cut.json", text.substr(0, share * text.size() / 10));
        const auto cut = read_session(folder / "cut.json");
        ASSERT_FALSE(cut) << share;
        EXPECT_THAT(sentence(cut.error()), Not(HasSubstr("\n")));
        std::string flipped = text;
        flipped[7 + share * (text.size() - 40) / 10] ^= 1;
        write_bytes(folder / "flipped.json", flipped);
        EXPECT_FALSE(read_session(folder / "flipped.json")) << share;
    }
}

TEST_F(BarSession, RejectsSegmentsWithoutCharacters) {
    for (const auto& [members, words] : std::vector<std::pair<const char*, const char*>>{
             {R"("segments": [])", "segments must hold at least one"},
             {R"("segments": [{}])", "lacks the member \"characters\""},
             {R"("segments": [{"characters": []}])", "segments[0].characters must hold at least one character"},
             {R"("segments": [{"characters": [{}]}])", "lacks the member \"scene\""},
             {R"("characters": [{"scene": {}}])", "characters[0].scene"},
         }) {
        write_bytes(folder / "bad.json",
                    std::string(R"({"format": "limber-controls", "version": 1, )") + members + "}");
        const auto read = read_session(folder / "bad.json");
        ASSERT_FALSE(read) << members;
        EXPECT_THAT(sentence(read.error()), HasSubstr(words));
    }
}

TEST_F(BarSession, OneSegmentKeepsTheOldFormat) {
    set_scene({role_of(bar, original)});
    simulation.apply(RecordRequest{});
    take_steps(5);
    ASSERT_TRUE(write_session(simulation.take_recording(), folder / "one.json"));
    EXPECT_FALSE(records_a_session(folder / "one.json"));
    EXPECT_TRUE(read_controls(folder / "one.json", *original, starting_controls(*original)));
}

TEST_F(BarSession, StartsAtTheRewoundStep) {
    set_scene({role_of(bar, original)});
    take_steps(8);
    simulation.apply(RecordRequest{});
    take_steps(4);
    rewind(6);
    take_steps(2);
    const Session session = simulation.take_recording();
    ASSERT_EQ(session.segments.size(), 1u);
    const Recording& recording = session.segments.front().characters.front().recording;
    EXPECT_EQ(recording.step_count, 2u);
    ASSERT_TRUE(recording.start);
    EXPECT_EQ(recording.start->step_count, 6u);
    EXPECT_EQ(recording.final_hash, limber::hash_of(simulation.snapshots().front().state));
}

TEST_F(BarSession, UnreadableSessionIsNotWritten) {
    Session session = edited_session();
    ASSERT_TRUE(write_session(session, folder / "session.json"));
    const std::string before = bytes_of(folder / "session.json");
    session.segments.front().characters.front().recording.changes.push_back({1, {}});
    session.segments.front().characters.front().recording.changes.back().controls.density =
        std::numeric_limits<double>::quiet_NaN();
    const auto refused = write_session(session, folder / "session.json");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("must not be null"));
    EXPECT_EQ(bytes_of(folder / "session.json"), before);
}

TEST_F(BarSession, FailureRecordingIncludesEarlierEdits) {
    set_scene({role_of(bar, original)});
    take_steps(4);
    set_scene({role_of(bar, finer)});
    take_steps(4);
    LiveControls absurd = starting_controls(*finer);
    absurd.gravity = Vec3(0, -1e40, 0);
    simulation.apply(ControlsRequest{bar, absurd});
    simulation.apply(StepRequest{});
    const auto excerpts = simulation.take_excerpts();
    ASSERT_EQ(excerpts.size(), 1u);
    const Session* session = &excerpts.front();
    ASSERT_TRUE(session->failed);
    ASSERT_EQ(session->segments.size(), 2u);
    const auto kept = keep_failure(*session, folder / "failures");
    ASSERT_TRUE(kept);
    const auto read = read_session(*kept);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(steps_done_again(read.value()), 9u);
}

} // namespace
} // namespace limber::app
