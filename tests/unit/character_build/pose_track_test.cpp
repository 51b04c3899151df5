// SPDX-License-Identifier: MIT
#include "app/character_build/pose_track.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/moving_body.h"
#include "app/motion/walking.h"
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

TEST_F(PoseTrackOfABar, NeedsFilesThatFit) {
    EXPECT_THAT(sentence(pose_track(*bar, {folder / "none.json", folder / "bend.json"}).error()),
                HasSubstr("none.json"));
    EXPECT_THAT(sentence(pose_track(*bar, {folder / "bar_rig.json", folder / "none.json"}).error()),
                HasSubstr("none.json"));
}

} // namespace
} // namespace limber::app
