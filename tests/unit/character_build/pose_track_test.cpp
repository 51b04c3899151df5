// SPDX-License-Identifier: MIT
#include "app/character_build/pose_track.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/moving_body.h"
#include "app/motion/walking.h"
#include "engine/rig/rig_file.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

/// Poses of a clip as activations of a free bar.
namespace limber::app {
namespace {

using ::testing::HasSubstr;

class PoseTrackOfABar : public ::testing::Test {
protected:
    PoseTrackOfABar() {
        limber::testing::write_small_scene(folder);
        CharacterDescription scene;
        scene.mesh = folder / "bar.mesh";
        scene = set_free(scene);
        scene.modes = 6;
        scene.clusters = 20;
        set_cage(scene.muscles);
        auto built = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(built) << sentence(built.error());
        bar = std::move(built).value();
    }
    PoseFiles files() const {
        return {folder / "bar_rig.json", folder / "bend.json"};
    }

    limber::testing::ScratchFolder folder;
    CharacterPtr bar;
};

TEST_F(PoseTrackOfABar, HasAFrameForEachOfTheClip) {
    const auto track = pose_track(*bar, files());
    ASSERT_TRUE(track) << sentence(track.error());
    EXPECT_EQ(track.value().activations.rows(), bar->model.muscle_count());
    EXPECT_EQ(track.value().activations.cols(), 20);
    EXPECT_EQ(track.value().frame_rate, 30.0);
    EXPECT_TRUE(track.value().loops);
    EXPECT_LT(track.value().activations.col(0).norm(), 1e-6) << "it begins at rest";
    EXPECT_GT(track.value().activations.col(5).norm(), 0.05) << "where it bends most";
}

// As the flesh takes its share.
TEST_F(PoseTrackOfABar, IsLinearBetweenFramesAndLoops) {
    const PoseTrack track = pose_track(*bar, files()).value();
    Vector now = Vector::Zero(track.activations.rows());
    track.sample(4.5 / 30.0, 4.0, now);
    EXPECT_LT((now - 1.25 * 0.5 * (track.activations.col(4) + track.activations.col(5))).norm(), 1e-9);
    Vector later = now;
    track.sample(24.5 / 30.0, 4.0, later);
    EXPECT_LT((now - later).norm(), 1e-9);
}

// The pose at the end stays.
TEST_F(PoseTrackOfABar, OfAClipThatDoesNotLoopEndsWithItsLastFrame) {
    const TetMesh mesh = limber::testing::small_bar();
    const Rig rig = limber::testing::small_rig(mesh);
    Clip once = limber::testing::bending_clip(rig.skeleton);
    once.looping = false;
    once.keys.resize(6);
    ASSERT_TRUE(write_clip(once, rig.skeleton, folder / "once.json"));
    const PoseTrack track = pose_track(*bar, {folder / "bar_rig.json", folder / "once.json"}).value();
    EXPECT_FALSE(track.loops);
    ASSERT_EQ(track.activations.cols(), 6);
    Vector now = Vector::Zero(track.activations.rows());
    for (const double time : {5.0 / 30.0, 5.5 / 30.0, 1.0, 100.0}) {
        track.sample(time, 4.0, now);
        EXPECT_LT((now - 1.25 * track.activations.col(5)).norm(), 1e-9) << time;
    }
}

// Muscles without strength cannot make a pose.
TEST_F(PoseTrackOfABar, IsZeroWithoutStrength) {
    const PoseTrack track = pose_track(*bar, files()).value();
    Vector now = Vector::Ones(track.activations.rows());
    track.sample(5.0 / 30.0, 0.0, now);
    EXPECT_EQ(now, Vector(Vector::Zero(now.size())));
}

TEST_F(PoseTrackOfABar, OfOneTimeIsThePoseOfTheClipThen) {
    const PoseTrack whole = pose_track(*bar, files()).value();
    Vector wanted = Vector::Zero(whole.activations.rows());
    Vector found = wanted;
    for (const double time : {0.0, 4.3 / 30.0, 19.5 / 30.0, 23.0 / 30.0}) {
        const PoseTrack one = pose_track(*bar, files(), time).value();
        EXPECT_EQ(one.activations.cols(), 1);
        whole.sample(time, 4.0, wanted);
        for (const double later : {0.0, 0.37}) {
            one.sample(later, 4.0, found);
            EXPECT_LT((found - wanted).norm(), 1e-9) << time;
        }
    }
}

TEST_F(PoseTrackOfABar, CarriesAClipOfOtherBonesOverAsIsChosen) {
    limber::testing::write_bytes(folder / "captured.bvh", limber::testing::two_bones_bvh());
    PoseFiles captured{folder / "bar_rig.json", folder / "captured.bvh"};
    EXPECT_FALSE(pose_track(*bar, captured)) << "no joint has the name of a bone";
    captured.retargeting.bones = {{"base", "root"}, {"arm", "tip"}};
    const PoseTrack track = pose_track(*bar, captured).value();
    const PoseTrack bent = pose_track(*bar, files()).value();
    EXPECT_LT((track.activations.col(0) - bent.activations.col(5)).norm(), 0.05 * bent.activations.col(5).norm());
    EXPECT_FALSE(track.warnings.empty()) << "what of the clip was carried over";
}

TEST_F(PoseTrackOfABar, StopsWhenItIsCancelled) {
    Progress progress;
    progress.cancel();
    const auto track = pose_track(*bar, files(), {}, &progress);
    ASSERT_FALSE(track);
    EXPECT_EQ(track.error().kind, ErrorKind::cancelled);
}

TEST_F(PoseTrackOfABar, NeedsFilesThatFit) {
    EXPECT_THAT(sentence(pose_track(*bar, {folder / "none.json", folder / "bend.json"}).error()),
                HasSubstr("none.json"));
    EXPECT_THAT(sentence(pose_track(*bar, {folder / "bar_rig.json", folder / "none.json"}).error()),
                HasSubstr("none.json"));
}

} // namespace
} // namespace limber::app
