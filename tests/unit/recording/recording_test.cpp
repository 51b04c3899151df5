// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/controls_recording.h"
#include "app/recording/replaying.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::controls_json;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;
using ::testing::Not;

class RecordedBar : public ::testing::Test {
protected:
    static CharacterPtr built(const CharacterDescription& description, Threads threads = {}) {
        return build_character(description, nullptr, Stage::mesh, nullptr, threads).value();
    }

    /// A handle that is added, held and removed while the material changes.
    LiveControls controls_before(std::uint64_t step) const {
        LiveControls controls = start;
        if (step >= 10 && step < 40) {
            controls.handles = {{1, {1, 2, 30}, {0.2, 0.3, 0.5}, 200, Vec3(0.3, 0.4, 1.0 / 3.0)}};
        }
        controls.forces = {{7, {4, 5, 6}, {0.2, 0.3, 0.5}, Vec3(3, 4, 1.0 / 3.0), step < 25 ? 0.0 : 0.2}};
        if (step >= 15 && step < 45) {
            controls.forces.insert(controls.forces.begin(), {2, {9, 9, 9}, {1, 0, 0}, Vec3(0, -2, 0), 0.0});
        }
        controls.young = step < 30 ? start.young : 1.7e4;
        controls.gravity = Vec3(-0.0, 0.1, -3);
        controls.wind = {Vec3(1.0 / 3.0, 0, 2), step < 35 ? 0.0 : 0.7};
        controls.gusts = {step < 20 ? 0.0 : 3.0, 0.3, 5};
        controls.clip = step < 22 ? start.clip : -1; // which blends for a while
        return controls;
    }

    void take(std::uint64_t steps, Motion& motion, Recorder& recorder) const {
        for (std::uint64_t i = 0; i < steps; ++i) {
            const LiveControls controls = controls_before(motion.step_count());
            motion.step(controls);
            recorder.note(controls, motion.state());
        }
    }

    Recording recorded(std::uint64_t from, std::uint64_t steps) const {
        Motion motion(character);
        motion.restart(controls_before(0));
        for (std::uint64_t i = 0; i < from; ++i) {
            motion.step(controls_before(i));
        }
        Recorder recorder = from > 0 ? Recorder::from(motion) : Recorder::from_rest(motion);
        take(steps, motion, recorder);
        return recorder.recording();
    }

    Recording read_back(const Recording& recording) const {
        return parse_controls(controls_json(recording, start), "tape", *character, start).value().value;
    }

    ScratchFolder folder;
    std::filesystem::path scene_path = write_small_scene(folder);
    CharacterDescription scene = read_scene(scene_path).value().value;
    CharacterPtr character = built(scene);
    LiveControls start = starting_controls(*character);
};

TEST_F(RecordedBar, IsReplayedBitForBitFromRest) {
    const Recording recording = read_back(recorded(0, 60));
    Motion motion(character);
    const Replay replay = replayed(recording, start, motion);
    EXPECT_EQ(replay.steps, 60u);
    EXPECT_EQ(recording.hashes.size(), 60u);
    EXPECT_FALSE(replay.first_difference);
    EXPECT_EQ(hash_of(motion.state()), recording.final_hash);
}

TEST_F(RecordedBar, IsReplayedBitForBitFromAStateInMotion) {
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        start.solver.integrator = integrator;
        const Recording whole = recorded(0, 60);
        const Recording rest = read_back(recorded(25, 35));
        ASSERT_TRUE(rest.start);
        EXPECT_GT(rest.start->state.Zdot.norm(), 1e-3);
        EXPECT_EQ(rest.final_hash, whole.final_hash) << "a motion that is cut and continued is the same motion";
        Motion motion(character);
        EXPECT_FALSE(replayed(rest, start, motion).first_difference);
        EXPECT_EQ(hash_of(motion.state()), whole.final_hash);
    }
}

TEST_F(RecordedBar, RewindsAndContinuesWithTheSameBits) {
    Motion motion(character);
    Recorder recorder = Recorder::from_rest(motion);
    motion.restart(controls_before(0));
    take(25, motion, recorder);
    const StoredState stored_state = motion.stored_state();
    take(20, motion, recorder);
    const std::uint64_t there = hash_of(motion.state());
    motion.go_to(stored_state, controls_before(24));
    EXPECT_EQ(hash_of(motion.state()), recorder.recording().hashes[24]);
    take(20, motion, recorder);
    EXPECT_EQ(hash_of(motion.state()), there);
}

TEST_F(RecordedBar, BitsDoNotDependOnTheBuildThreads) {
    const Recording recording = recorded(0, 40);
    for (const int threads : {1, 2}) {
        Motion motion(built(scene, {threads}));
        EXPECT_FALSE(replayed(recording, start, motion).first_difference);
    }
}

TEST_F(RecordedBar, ReportsTheFirstDifferentStep) {
    Recording recording = recorded(0, 40);
    recording.hashes[17] ^= 1;
    recording.hashes[30] ^= 1;
    Motion motion(character);
    const Replay replay = replayed(recording, start, motion);
    EXPECT_EQ(replay.first_difference, 18u);
    EXPECT_EQ(replay.steps, 18u);
}

TEST_F(RecordedBar, CutRemovesLaterSteps) {
    Motion motion(character);
    motion.restart(controls_before(0));
    Recorder recorder = Recorder::from_rest(motion);
    take(45, motion, recorder);
    recorder.cut(20);
    const Recording& cut = recorder.recording();
    EXPECT_EQ(cut.step_count, 20u);
    EXPECT_EQ(cut.final_hash, recorded(0, 20).final_hash);
    EXPECT_EQ(cut.changes.size(), 3u) << "from the steps 0, 10 and 15 on";
    EXPECT_FALSE(replayed(cut, start, motion).first_difference);
}

TEST_F(RecordedBar, ContainsSceneAndInput) {
    scene.modes = 5;
    write_bytes(folder / "tape.json", controls_json(recorded(0, 3), start, &scene, folder.path()));
    const auto read = read_recorded_scene(folder / "tape.json");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value, scene);
    EXPECT_THAT(bytes_of(folder / "tape.json"), HasSubstr("\"mesh\": \"bar.mesh\"")) << "and can be moved with it";
}

TEST_F(RecordedBar, RejectsTruncationAndFlippedBits) {
    const std::string text = controls_json(recorded(5, 20), start, &scene, folder.path());
    for (std::size_t share = 0; share < 20; ++share) {
        const std::string cut = text.substr(0, share * text.size() / 20);
        const auto read = parse_controls(cut, "tape", *character, start);
        ASSERT_FALSE(read) << share;
        EXPECT_THAT(sentence(read.error()), Not(HasSubstr("\n")));
        std::string flipped = text;
        flipped[7 + share * (text.size() - 40) / 20] ^= 1;
        EXPECT_FALSE(parse_controls(flipped, "tape", *character, start)) << share;
    }
}

TEST_F(RecordedBar, IsReadWithoutHashesAndChecksum) {
    const std::string text = R"({"format": "limber-controls", "version": 1, "steps": 3, "events": []})";
    const auto read = parse_controls(text, "tape", *character, start);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read.value().warnings.empty());
    Motion motion(character);
    EXPECT_FALSE(replayed(read.value().value, start, motion).first_difference);
}

TEST_F(RecordedBar, RejectsDataThatMatchesNoStepOrModel) {
    const std::vector<std::pair<const char*, const char*>> refusals = {
        {R"("steps": 2, "hashes": ["0123456789abcdef"])", "hashes are 1, but there are 2 steps"},
        {R"("steps": 1, "hashes": ["0123456789ABCDEF"])", "16 hexadecimal digits"},
        {R"("steps": 1000000001)", "steps must be at most 1000000000"},
        {R"("steps": 18446744073709551615)", "steps must be at most 1000000000"},
        {R"("start": {"Z": [1, 2, 3]})", "start.Z holds 3 numbers, but the scene's subspace and rig have"},
        {R"("start": {"clip_time": 1e300})", "clip_time"},
        {R"("hash": "12")", "16 hexadecimal digits"},
        {R"("checksum": "0123456789abcdef")", "damaged or edited"},
    };
    for (const auto& [members, words] : refusals) {
        const std::string text =
            std::string(R"({"format": "limber-controls", "version": 1, "events": [], )") + members + "}";
        const auto read = parse_controls(text, "tape", *character, start);
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(sentence(read.error()), HasSubstr(words));
    }
}

TEST_F(RecordedBar, RejectsEventsThatNoRunReaches) {
    const auto read_with = [&](const std::string& when) {
        return parse_controls(R"({"format": "limber-controls", "version": 1, "events": [{)" + when +
                                  R"(, "young": 100000}]})",
                              "tape", *character, start);
    };
    EXPECT_TRUE(read_with(R"("step": 1000000000)"));
    EXPECT_TRUE(read_with(R"("time": 1.5)"));
    for (const char* when : {R"("time": 1e308)", R"("time": 1e15)", R"("step": 1000000001)"}) {
        const auto read = read_with(when);
        ASSERT_FALSE(read) << when;
        EXPECT_THAT(sentence(read.error()), HasSubstr("events[0] must not be later than step 1000000000"));
    }
}

TEST_F(RecordedBar, MissingInstructionSetIsNoMismatch) {
    Recording recording = recorded(0, 3);
    EXPECT_EQ(instruction_set_of(recording).value(), widest_instruction_set());
    recording.instruction_set = "of another age";
    EXPECT_THAT(sentence(instruction_set_of(recording).error()),
                HasSubstr("of another age, which this machine does not support"));
}

TEST_F(RecordedBar, KeepsTheStepOfANumericalFailure) {
    Motion motion(character);
    motion.restart(controls_before(0));
    Recorder recorder = Recorder::from_rest(motion);
    take(20, motion, recorder);
    const std::uint64_t before = hash_of(motion.state());
    const double clip_time = motion.clip_time();
    LiveControls absurd = controls_before(20);
    absurd.gravity = Vec3(0, -1e40, 0);
    const StepReport report = motion.step(absurd);
    recorder.note(absurd, motion.state());
    EXPECT_EQ(report.status, StepStatus::not_finite);
    EXPECT_EQ(hash_of(motion.state()), before);
    EXPECT_EQ(motion.clip_time(), clip_time);
    Motion again(character);
    const Replay replay = replayed(recorder.recording(), start, again);
    EXPECT_FALSE(replay.first_difference);
    EXPECT_EQ(replay.first_failure, 21u);
}

} // namespace
} // namespace limber::app
