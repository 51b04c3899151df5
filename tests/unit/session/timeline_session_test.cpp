// SPDX-License-Identifier: MIT
#include "app/character/playing_clip.h"
#include "app/motion/key_sampler.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/random.h"
#include "engine/replay/motion_reader.h"
#include "tests/support/played_session.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

// Keys of the rig, in and out points, and disabled characters, driven with commands and without a window.
namespace limber::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TimelineInASession : public limber::testing::PlayedSession {
protected:
    TimelineInASession() {
        session.carry_out(SetPlaying{false});
        session.carry_out(RestartSimulation{});
        driven.frames_until([&] { return !shown().playing && shown().step_count == 0; });
    }

    const CharacterControls& controls() const {
        return session.editor().controls();
    }
    const std::vector<PoseKey>& keys() const {
        return controls().keys.all();
    }
    bool seek(double time) {
        session.carry_out(SetClipTime{time});
        return driven.frames_until([&] { return shown().clip_time == time && shown().clip == controls().clip; });
    }
    void turn_tip(double radians) {
        Affine offset = identity_affine();
        offset.leftCols<3>() = Eigen::AngleAxisd(radians, Vec3::UnitZ()).toRotationMatrix();
        session.carry_out(PoseBone{1, 2, offset});
        driven.frame();
    }
    void key_at(double time, double radians) {
        seek(time);
        turn_tip(radians);
        session.carry_out(Action::set_key);
        driven.frame();
    }
    void edit(const std::function<void(CharacterControls&)>& change) {
        CharacterDraft draft = session.editor().draft();
        change(draft.controls);
        session.carry_out(EditCharacter{draft});
        driven.frame();
    }
    bool play(std::uint64_t steps) {
        session.carry_out(SetPlaying{true});
        const bool is_there = driven.frames_until([&] { return shown().step_count >= steps; });
        session.carry_out(SetPlaying{false});
        return is_there && driven.frames_until([&] { return !shown().playing; });
    }
};

TEST_F(TimelineInASession, KeysThePosedBoneAndShowsTheSamePose) {
    ASSERT_TRUE(seek(0.25));
    const Affine of_clip = shown().pose[1];
    turn_tip(0.7);
    ASSERT_TRUE(driven.frames_until([&] { return (shown().pose[1] - of_clip).norm() > 0.1; }));
    const Pose posed = shown().pose;
    session.carry_out(Action::set_key);
    driven.frame();
    ASSERT_EQ(keys().size(), 1U);
    EXPECT_EQ(keys()[0].time, 0.25);
    EXPECT_TRUE(controls().bone_offsets.empty());
    EXPECT_EQ(session.editor().history().undo_name(), "Set key");
    EXPECT_THAT(message_of("Key at"), HasSubstr("0.25 s: 1 bone"));
    for (int i = 0; i < 10; ++i) {
        driven.frame();
        EXPECT_LT((shown().pose[1] - posed[1]).cwiseAbs().maxCoeff(), 1e-12);
    }
    session.carry_out(Action::undo);
    EXPECT_TRUE(keys().empty());
    EXPECT_FALSE(controls().bone_offsets.empty()) << "the pose from before it was keyed";
}

TEST_F(TimelineInASession, SaysWhatToDoIfNothingIsPosed) {
    session.carry_out(Action::set_key);
    EXPECT_THAT(message_of("K keeps"), HasSubstr("Select or pose a bone first"));
    session.carry_out(Action::next_key);
    EXPECT_THAT(message_of("no keys yet"), HasSubstr("press K"));
    EXPECT_FALSE(session.editor().is_modified());
}

// Before a clip was added, another one plays: a key of that moment would be at a time of the wrong clip.
TEST_F(TimelineInASession, KeysOnlyMomentsOfTheChosenClip) {
    ASSERT_TRUE(play(10));
    std::filesystem::copy_file(folder / "bend.json", folder / "again.json");
    session.carry_out(AddClip{folder / "again.json"});
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && shown().character->clips.size() == 2; }));
    ASSERT_TRUE(play(20));
    ASSERT_EQ(shown().clip, 1);
    session.carry_out(RewindSimulation{shown().timeline.first + 4});
    ASSERT_TRUE(driven.frames_until([&] { return shown().character->clips.size() == 1; }));
    EXPECT_EQ(shown().clip, 0);
    turn_tip(0.7);
    session.carry_out(Action::set_key);
    EXPECT_THAT(message_of("the keys belong"), HasSubstr("At this moment bend plays"));
    EXPECT_TRUE(keys().empty());
    EXPECT_FALSE(controls().bone_offsets.empty()) << "the pose stays";

    session.carry_out(RewindSimulation{shown().timeline.last});
    ASSERT_TRUE(driven.frames_until([&] { return shown().clip == 1; }));
    const double time = shown().clip_time;
    session.carry_out(Action::set_key);
    driven.frame();
    ASSERT_EQ(keys().size(), 1U);
    EXPECT_NEAR(keys()[0].time, time, 1e-12);
    EXPECT_EQ(controls().clip, 1);
}

TEST_F(TimelineInASession, GoesFromKeyToKey) {
    key_at(0.1, 0.5);
    key_at(0.4, -0.5);
    key_at(0.6, 0.2);
    ASSERT_EQ(keys().size(), 3U);
    const auto goes_to = [&](Action action, double time) {
        session.carry_out(action);
        return driven.frames_until([&] { return shown().clip_time == time && !shown().playing; });
    };
    EXPECT_TRUE(goes_to(Action::previous_key, 0.4));
    EXPECT_TRUE(goes_to(Action::previous_key, 0.1));
    EXPECT_TRUE(goes_to(Action::previous_key, 0.6)) << "around the start";
    EXPECT_TRUE(goes_to(Action::next_key, 0.1));
    session.carry_out(Action::remove_key);
    driven.frame();
    EXPECT_EQ(keys().size(), 2U);
    EXPECT_EQ(session.editor().history().undo_name(), "Remove key");
    EXPECT_TRUE(goes_to(Action::next_key, 0.4));
}

TEST_F(TimelineInASession, UndoOfAnyEditsOfKeysReturnsToTheStart) {
    Rng rng(17);
    const Document start = session.editor().document();
    int edits = 0;
    for (int i = 0; i < 40; ++i) {
        const Document before = session.editor().document();
        const std::vector<PoseKey> all = keys();
        switch (all.empty() ? 0 : rng.below(4)) {
        case 0:
            key_at(0.01 * static_cast<double>(rng.below(60)), rng.uniform(-1, 1));
            break;
        case 1:
            edit([&](CharacterControls& c) {
                c.keys = with_key_moved(c.keys, all[rng.below(all.size())].time, rng.uniform(0, 0.6));
            });
            break;
        case 2:
            edit([&](CharacterControls& c) { c.keys = without_key(c.keys, all[rng.below(all.size())].time); });
            break;
        default:
            turn_tip(rng.uniform(-1, 1));
        }
        ++edits;
        EXPECT_FALSE(fault_in(controls().keys));
        EXPECT_TRUE(std::ranges::is_sorted(keys(), {}, &PoseKey::time));
    }
    const Document end = session.editor().document();
    while (!session.editor().history().undo_name().empty()) {
        session.carry_out(Action::undo);
        driven.frame();
    }
    EXPECT_EQ(session.editor().document(), start);
    while (!session.editor().history().redo_name().empty()) {
        session.carry_out(Action::redo);
        driven.frame();
    }
    EXPECT_EQ(session.editor().document(), end);
    EXPECT_GT(edits, 30);
}

TEST_F(TimelineInASession, ExportsTheKeyedMotion) {
    edit([](CharacterControls& c) {
        c.clip = -1;
        c.dynamics = 0.0;
    });
    key_at(0.0, 0.0);
    key_at(1.0, 0.8);
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count == 0; }));
    ASSERT_TRUE(play(60));
    session.carry_out(ExportMotion{folder / "keyed.pc2"});
    ASSERT_NE(message_of("Exported"), "");
    const auto frames = read_motion(folder / "keyed.pc2");
    ASSERT_TRUE(frames) << sentence(frames.error());
    // The rig's own motion of the keys, without dynamics.
    const CharacterPtr character = shown().character;
    const KeySampler sampler(controls().keys, 2, 0, controls().keys.length(), true);
    const Skeleton& skeleton = character->rig.skeleton;
    for (const std::size_t frame : {std::size_t{0}, std::size_t{30}, std::size_t{60}}) {
        const Pose pose =
            with_offsets(skeleton, rest_pose(skeleton),
                         sampler.offsets_at(static_cast<double>(frame) * session.editor().environment().time_step));
        const AffineStack P = rig_maps(character->rig, pose, std::vector<double>());
        Snapshot snapshot = shown();
        snapshot.state.P = P;
        const Points expected = boundary_positions(snapshot, {false, 1.0});
        EXPECT_LT((frames.value()[frame] - expected).cwiseAbs().maxCoeff(), 1e-5) << frame;
    }
}

TEST_F(TimelineInASession, ExportsOneLoopWithoutASeam) {
    ASSERT_TRUE(play(60));
    session.carry_out(ExportMotion{folder / "loop.pc2", 0, true});
    EXPECT_THAT(message_of("no loop yet"), ::testing::StartsWith("There is no loop yet: let the clip play two passes"));
    ASSERT_TRUE(play(100)); // the clip has 40 steps
    session.carry_out(ExportMotion{folder / "loop.pc2", 0, true});
    EXPECT_THAT(message_of("Exported"), HasSubstr("41 frames"));
    const auto frames = read_motion(folder / "loop.pc2");
    ASSERT_TRUE(frames) << sentence(frames.error());
    const std::vector<Points>& loop = frames.value();
    EXPECT_EQ(loop.front(), loop.back());
    double usual = 0.0;
    for (std::size_t i = 1; i <= 30; ++i) {
        usual = std::max(usual, (loop[i] - loop[i - 1]).rowwise().norm().maxCoeff());
    }
    for (std::size_t i = 31; i <= 40; ++i) {
        EXPECT_LT((loop[i] - loop[i - 1]).rowwise().norm().maxCoeff(), 1.2 * usual) << i;
    }
}

TEST_F(TimelineInASession, ExportsTheLoopOfTheFirstCharacterThatLoops) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    const auto play_again = [&](std::uint64_t steps, const std::function<void(CharacterControls&)>& change) {
        session.carry_out(EditDocument{[&](Document& document) {
            change(document.scene.instances[0].controls);
        }});
        driven.frame();
        session.carry_out(RestartSimulation{});
        return driven.frames_until([&] { return shown().step_count == 0; }) && play(steps);
    };
    ASSERT_TRUE(play_again(100, [](CharacterControls& first) { first.playback.loops = false; }));
    session.carry_out(ExportMotion{folder / "second.usda", 0, true});
    EXPECT_THAT(message_of("second.usda"), HasSubstr("41 frames")) << "the clip has 40 steps";

    ASSERT_TRUE(play_again(170, [](CharacterControls& first) {
        first.playback.loops = true;
        first.clip_speed = 0.5;
    }));
    session.carry_out(ExportMotion{folder / "twice.usda", 0, true});
    EXPECT_THAT(message_of("twice.usda"), HasSubstr("81 frames")) << "two loops of the second one";

    ASSERT_TRUE(play_again(130, [](CharacterControls& first) { first.clip_speed = 2.0 / 3.0; }));
    session.carry_out(ExportMotion{folder / "apart.usda", 0, true});
    EXPECT_NE(message_of("does not fit into the loop of the first character"), "");
    EXPECT_FALSE(std::filesystem::exists(folder / "apart.usda"));
}

TEST_F(TimelineInASession, SaysThatNothingLoops) {
    edit([](CharacterControls& c) { c.playback.loops = false; });
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count == 0; }));
    ASSERT_TRUE(play(60));
    session.carry_out(ExportMotion{folder / "loop.pc2", 0, true});
    EXPECT_NE(message_of("No clip that loops plays"), "");
}

TEST_F(TimelineInASession, PlaysBetweenInAndOut) {
    edit([](CharacterControls& c) {
        c.playback.in = 0.2;
        c.playback.out = 0.4;
    });
    EXPECT_EQ(session.editor().history().undo_name(), "Move in point");
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().clip_time == 0.2; }));
    ASSERT_TRUE(play(40));
    EXPECT_GE(shown().clip_time, 0.2);
    EXPECT_LE(shown().clip_time, 0.4);
    EXPECT_TRUE(shown().seam) << "measured in the second pass";
}

TEST_F(TimelineInASession, DisabledCharactersAreNotSteppedAndNotExported) {
    ASSERT_TRUE(play(5));
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    session.carry_out(Action::enable_character);
    driven.frame();
    EXPECT_EQ(session.editor().history().undo_name(), "Disable character");
    EXPECT_THAT(message_of("is disabled"), HasSubstr("neither moves nor is drawn nor exported"));
    ASSERT_TRUE(driven.frames_until([&] { return !shown().is_enabled; }));
    EXPECT_FALSE(session.state().is_drawn(shown()));
    const AffineStack before = shown().state.Z;
    ASSERT_TRUE(play(30));
    EXPECT_EQ(shown().state.Z, before);
    EXPECT_GT(session.shown().all.front().state.Z.norm(), 0.0);
    session.carry_out(ExportMotion{folder / "one.pc2"});
    ASSERT_NE(message_of("Exported"), "");
    const auto frames = read_motion(folder / "one.pc2");
    ASSERT_TRUE(frames);
    EXPECT_EQ(frames.value().back().rows(), static_cast<Index>(shown().character->boundary_vertices.size()));
    session.carry_out(Action::undo);
    EXPECT_TRUE(driven.frames_until([&] { return shown().is_enabled; }));
}

TEST_F(TimelineInASession, SoloHidesTheOthersAndChangesNothing) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    const Document before = session.editor().document();
    session.carry_out(Action::solo_character);
    EXPECT_TRUE(session.state().is_drawn(shown()));
    EXPECT_FALSE(session.state().is_drawn(session.shown().all.front()));
    EXPECT_EQ(session.editor().document(), before);
    session.carry_out(Action::solo_character);
    EXPECT_TRUE(session.state().is_drawn(session.shown().all.front()));
}

TEST_F(TimelineInASession, WarmsUpAtAReset) {
    session.carry_out(EditDocument{[](Document& document) { document.scene.warm_up = 0.5; }, "Change warm-up"});
    driven.frame();
    EXPECT_EQ(shown().state.Z.norm(), 0.0) << "it acts from the next reset on";
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return !shown().warm_up && shown().state.Z.norm() > 0.0; }));
    EXPECT_EQ(shown().step_count, 0U);
    EXPECT_EQ(shown().clip_time, 0.0);
}

TEST_F(TimelineInASession, ShowsHowFarItIsWarmedUpAndSkipsTheRest) {
    edit([](CharacterControls& c) { c.iterations = 60; });
    session.carry_out(EditDocument{[](Document& document) {
                                       document.scene.warm_up = 60.0;
                                       document.scene.environment.time_step = 0.001;
                                   },
                                   "Change warm-up"});
    driven.frame();
    session.carry_out(RestartSimulation{});
    ASSERT_TRUE(driven.frames_until([&] { return shown().warm_up.value_or(0.0) > 0.0; }));
    const double share = *shown().warm_up;
    ASSERT_TRUE(driven.frames_until([&] { return !shown().warm_up || *shown().warm_up > share; }));
    session.carry_out(SkipWarmUp{});
    ASSERT_TRUE(driven.frames_until([&] { return !shown().warm_up; }));
    EXPECT_EQ(shown().state.Z.norm(), 0.0) << "at rest";
    EXPECT_TRUE(play(2));
}

} // namespace
} // namespace limber::app
