// SPDX-License-Identifier: MIT
#include "app/character/playing_clip.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/loop_seam.h"
#include "app/motion/motion.h"
#include "engine/core/hash.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

namespace limber::app {
namespace {

using limber::testing::controls_json;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

/// The bar's clip lasts two thirds of a second and loops.
class PartOfAClip : public ::testing::Test {
protected:
    static double largest_move(const Pose& a, const Pose& b) {
        double largest = 0.0;
        for (std::size_t bone = 0; bone < a.size(); ++bone) {
            largest = std::max(largest, (a[bone] - b[bone]).cwiseAbs().maxCoeff());
        }
        return largest;
    }

    std::uint64_t hash_after(const LiveControls& played, int steps) const {
        Motion motion(character);
        motion.restart(played);
        for (int i = 0; i < steps; ++i) {
            motion.step(played);
        }
        return hash_of(motion.state());
    }

    /// Of the rig in one step, over some steps.
    double largest_move_of(const LiveControls& played, int steps) const {
        Motion motion(character);
        motion.restart(played);
        double largest = 0.0;
        for (int i = 0; i < steps; ++i) {
            const Pose before = motion.pose();
            motion.step(played);
            largest = std::max(largest, largest_move(before, motion.pose()));
        }
        return largest;
    }

    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::nothing).value();
    LiveControls controls = starting_controls(*character);
    double duration = character->clips.front().duration();
};

TEST_F(PartOfAClip, ThatIsTheWholeClipHasTheSameBits) {
    LiveControls whole = controls;
    whole.playback.out = duration;
    EXPECT_EQ(hash_after(whole, 100), hash_after(controls, 100));
    whole.playback.out = 10.0 * duration;
    EXPECT_EQ(hash_after(whole, 100), hash_after(controls, 100));
    whole.playback.out = 0.5 * duration;
    EXPECT_NE(hash_after(whole, 100), hash_after(controls, 100));
}

TEST_F(PartOfAClip, PlaysFromInToOut) {
    controls.playback.in = 0.2;
    controls.playback.out = 0.5;
    Motion motion(character);
    motion.restart(controls);
    EXPECT_EQ(motion.clip_time(), 0.2);
    double last = 0.0;
    for (int i = 1; i <= 200; ++i) {
        motion.step(controls);
        EXPECT_GE(motion.clip_time(), 0.2);
        EXPECT_LE(motion.clip_time(), 0.5);
        last = std::max(last, motion.clip_time());
    }
    EXPECT_GT(last, 0.5 - 1.0 / 59.0);
    controls.clip_speed = -1.0;
    for (int i = 1; i <= 200; ++i) {
        motion.step(controls);
        EXPECT_GE(motion.clip_time(), 0.2);
        EXPECT_LE(motion.clip_time(), 0.5);
    }
}

TEST_F(PartOfAClip, WithoutALoopHoldsTheLastPose) {
    controls.playback.loops = false;
    controls.playback.out = 0.15;
    Motion motion(character);
    motion.restart(controls);
    for (int i = 0; i < 30; ++i) {
        motion.step(controls);
    }
    const Pose held = motion.pose();
    EXPECT_EQ(motion.clip_time(), 0.15);
    EXPECT_LT(largest_move(held, ClipSampler(character->clips.front()).at(0.15)), 1e-15);
    for (int i = 0; i < 30; ++i) {
        motion.step(controls);
        EXPECT_EQ(largest_move(held, motion.pose()), 0.0);
        EXPECT_FALSE(motion.controls().rig_discontinuity);
    }
    controls.playback.out.reset();
    for (int i = 0; i < 60; ++i) {
        motion.step(controls);
    }
    EXPECT_EQ(motion.clip_time(), duration);
}

TEST_F(PartOfAClip, BlendsItsEndIntoItsStart) {
    controls.playback.in = 0.17; // bent to one side
    controls.playback.out = 0.5; // and to the other
    const double blended = largest_move_of(controls, 120);
    controls.playback.cross_fade = 0.0;
    const double cut = largest_move_of(controls, 120);
    EXPECT_GT(cut, 0.9) << "twice 0.6 radians at once";
    EXPECT_LT(blended, 0.25 * cut);
}

TEST_F(PartOfAClip, JumpsWithoutVelocityIfThereIsNoCrossFade) {
    controls.playback = {.in = 0.17, .out = 0.5, .loops = true, .cross_fade = 0.0};
    Motion motion(character);
    motion.restart(controls);
    int jumps = 0;
    for (int i = 0; i < 100; ++i) {
        const double before = motion.clip_time();
        EXPECT_NE(motion.step(controls).status, StepStatus::not_finite);
        EXPECT_EQ(motion.controls().rig_discontinuity, motion.clip_time() < before);
        jumps += motion.controls().rig_discontinuity ? 1 : 0;
    }
    EXPECT_EQ(jumps, 5);
}

// A clip that ends bent.
TEST_F(PartOfAClip, ThatDoesNotLoopByItselfIsHeldOrBlended) {
    auto other = std::make_shared<Character>(*character);
    other->clips.front().keys.resize(other->clips.front().keys.size() / 4 + 1);
    other->clips.front().looping = false;
    other->clips.front().frame_rate = 10.0;
    character = other;
    const double length = character->clips.front().duration();
    Motion motion(character);
    motion.restart(controls);
    for (int i = 0; i < 60; ++i) {
        motion.step(controls);
    }
    EXPECT_EQ(motion.clip_time(), length) << "as the clip says";
    EXPECT_FALSE(does_loop(*character, controls));
    EXPECT_EQ(loops_of_playback(*character, controls, false), std::nullopt);
    EXPECT_EQ(loops_of_playback(*character, controls, true), true);
    EXPECT_EQ(largest_move_of(controls, 60), largest_move_of(controls, 120)) << "it is held";
    controls.playback.loops = true;
    EXPECT_TRUE(does_loop(*character, controls));
    const double blended = largest_move_of(controls, 120);
    const double seam = clip_seam(motion, controls);
    EXPECT_GT(seam, 0.02);
    controls.playback.cross_fade = 0.0;
    const double cut = largest_move_of(controls, 120);
    EXPECT_LT(blended, 0.6 * cut);
    EXPECT_EQ(clip_seam(motion, controls), seam) << "before the blend";
    LoopSeam measured;
    motion.restart(controls);
    for (int i = 0; i < 100; ++i) {
        motion.step(controls);
        measured.note(motion, controls);
    }
    ASSERT_TRUE(measured.value());
    EXPECT_GE(*measured.value(), seam);
}

// The end of a clip that does not continue at its start is a pose of its own.
TEST_F(PartOfAClip, ThatStartsAgainCanBeSeenAtItsEnd) {
    auto other = std::make_shared<Character>(*character);
    other->clips.front().keys.resize(other->clips.front().keys.size() / 4 + 1);
    other->clips.front().looping = false;
    character = other;
    const double length = character->clips.front().duration();
    controls.playback.loops = true;
    Motion motion(character);
    motion.start(controls, length, 0.0);
    EXPECT_EQ(motion.clip_time(), length);
    EXPECT_LT(largest_move(motion.pose(), character->clips.front().keys.back()), 1e-12);
    motion.step(controls);
    EXPECT_LT(motion.clip_time(), 0.5 * length) << "it starts again";
    motion.start(controls, 1.25 * length, 0.0);
    EXPECT_NEAR(motion.clip_time(), 0.25 * length, 1e-12);
}

TEST_F(PartOfAClip, ThatLoopsByItselfHasNoSeamOfItsOwn) {
    const Motion motion(character);
    EXPECT_EQ(clip_seam(motion, controls), 0.0);
    controls.playback.in = 0.17;
    controls.playback.out = 0.5;
    EXPECT_GT(clip_seam(motion, controls), 0.1);
}

TEST_F(PartOfAClip, ThatIsMadeSmallerMovesThePlayheadIntoIt) {
    Motion motion(character);
    motion.restart(controls);
    motion.step(controls);
    controls.playback.in = 0.4;
    motion.step(controls);
    EXPECT_EQ(motion.clip_time(), 0.4);
    motion.set_time(controls, 0.1); // a seek goes anywhere
    EXPECT_EQ(motion.clip_time(), 0.1);
    motion.step(controls);
    EXPECT_EQ(motion.clip_time(), 0.4);
    motion.restart(controls);
    EXPECT_EQ(motion.clip_time(), 0.4);
}

TEST_F(PartOfAClip, OfNoLengthIsOnePose) {
    controls.playback.in = 0.3;
    controls.playback.out = 0.3;
    EXPECT_EQ(largest_move_of(controls, 30), 0.0);
    controls.playback.in = 100.0; // after the end
    controls.playback.out = 100.0;
    EXPECT_EQ(largest_move_of(controls, 30), 0.0);
}

TEST_F(PartOfAClip, BlendsClipsForAsLongAsItSays) {
    const auto arrives_after = [&](double cross_fade) {
        LiveControls played = controls;
        played.playback.cross_fade = cross_fade;
        Motion motion(character);
        motion.set_time(played, 0.17);
        played.clip = -1;
        int steps = 0;
        do {
            motion.step(played);
            ++steps;
        } while (largest_move(motion.pose(), rest_pose(character->rig.skeleton)) > 1e-12);
        return steps;
    };
    EXPECT_EQ(arrives_after(0.0), 1);
    EXPECT_NEAR(arrives_after(0.3), 18, 2);
    EXPECT_NEAR(arrives_after(1.0), 60, 2);
}

TEST_F(PartOfAClip, IsReplayedFromARecording) {
    Motion motion(character);
    motion.restart(controls);
    Recording recording;
    for (std::uint64_t step = 0; step < 90; ++step) {
        if (step == 20) {
            controls.playback = {.in = 0.1, .out = 0.6, .loops = true, .cross_fade = 0.7};
            recording.changes.push_back({step, controls});
        }
        motion.step(controls);
    }
    recording.step_count = 90;
    const LiveControls start = starting_controls(*character);
    const std::string text = controls_json(recording, start);
    const auto read = parse_controls(text, "controls", *character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.changes.back().controls.playback, controls.playback);
    Motion again(character);
    again.restart(start);
    for (std::uint64_t step = 0; step < 90; ++step) {
        again.step(controls_at(read.value().value, step, start));
    }
    EXPECT_EQ(hash_of(again.state()), hash_of(motion.state()));
}

TEST_F(PartOfAClip, IsRefusedOutOfRange) {
    const auto refusal = [&](const std::string& playback) {
        const auto read = parse_controls(
            R"({"format": "limber-controls", "version": 1, "events": [{"step": 0, "set": {"playback": )" + playback +
                "}}]}",
            "controls", *character, controls);
        return read ? std::string() : sentence(read.error());
    };
    EXPECT_EQ(refusal(R"({"in": 0.1, "out": 0.1, "loops": false, "cross_fade": 0})"), "");
    EXPECT_THAT(refusal(R"({"in": -1})"), HasSubstr("playback.in must lie between"));
    EXPECT_THAT(refusal(R"({"in": 0.5, "out": 0.4})"), HasSubstr("playback.out must not lie before"));
    EXPECT_THAT(refusal(R"({"cross_fade": 1e9})"), HasSubstr("playback.cross_fade"));
    EXPECT_THAT(refusal(R"({"loops": 3})"), HasSubstr("loops"));
}

TEST_F(PartOfAClip, OfADisabledCharacterDoesNotPlay) {
    Motion motion(character);
    motion.restart(controls);
    for (int i = 0; i < 10; ++i) {
        motion.step(controls);
    }
    const State before = motion.state();
    controls.is_enabled = false;
    for (int i = 0; i < 10; ++i) {
        motion.step(controls);
    }
    EXPECT_EQ(motion.state().Z, before.Z);
    EXPECT_EQ(motion.state().P, before.P);
    EXPECT_NEAR(motion.state().time, before.time + 10 * controls.time_step, 1e-12);
    controls.is_enabled = true;
    controls.rig_offset.col(3).x() += 5.0; // posed meanwhile
    motion.step(controls);
    EXPECT_TRUE(motion.controls().rig_discontinuity);
    EXPECT_NE(motion.state().Z, before.Z);
}

} // namespace
} // namespace limber::app
