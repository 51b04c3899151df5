// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "app/view/motion_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/replay/motion_reader.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::HasSubstr;

/// A motion of one character for the file that a subspace is fitted to.
class BodyMotionTest : public ::testing::Test {
protected:
    // In frame i all coordinates of the secondary motion are i / 100.
    SceneFrames motion_of(std::size_t frames) const {
        SceneFrames motion{{id}, {character}, {}, {}};
        State state = Motion(character).state();
        for (std::size_t i = 0; i < frames; ++i) {
            state.Z.setConstant(0.01 * static_cast<double>(i));
            motion.frames.push_back(std::make_shared<const SceneFrame>(SceneFrame{{state}, {false}}));
            motion.times.push_back(static_cast<double>(i) / 60.0);
        }
        return motion;
    }
    Points positions_in(const SceneFrames& motion, std::size_t frame) const {
        return body_positions(*character, motion.frames.at(frame)->states.front());
    }

    static constexpr int id = 7;
    limber::testing::ScratchFolder folder;
    std::filesystem::path path = folder / "motion.npy";
    CharacterPtr character =
        build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::mesh)
            .value();
};

TEST_F(BodyMotionTest, HasAllVerticesInEveryFrame) {
    const SceneFrames motion = motion_of(5);
    const auto written = write_body_motion(motion, id, path);
    ASSERT_TRUE(written) << sentence(written.error());
    EXPECT_EQ(written.value().frame_count, 5U);
    const std::vector<Points> frames = read_motion(path).value();
    ASSERT_EQ(frames.size(), 5U);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(frames[i], positions_in(motion, i)) << i;
    }
}

TEST_F(BodyMotionTest, OfALongMotionHasFramesOfAllOfIt) {
    const SceneFrames motion = motion_of(2 * fitted_frames_max - 1);
    ASSERT_TRUE(write_body_motion(motion, id, path));
    const std::vector<Points> frames = read_motion(path).value();
    ASSERT_EQ(frames.size(), fitted_frames_max);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(frames[i], positions_in(motion, 2 * i)) << i;
    }
}

TEST_F(BodyMotionTest, RefusesWhatHasNoMotion) {
    EXPECT_THAT(write_body_motion(motion_of(1), id, path).error().message, HasSubstr("no motion yet"));
    EXPECT_THAT(write_body_motion(motion_of(3), id + 1, path).error().message, HasSubstr("disabled"));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(BodyMotionTest, ReplacesNoFileOfTheCharacter) {
    const auto refused = write_body_motion(motion_of(3), id, character->description.mesh);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("would be lost"));
    EXPECT_TRUE(read_tet_mesh(character->description.mesh)) << "the file is as before";
}

TEST_F(BodyMotionTest, LeavesNoFileWhenItIsCancelled) {
    Progress progress;
    progress.cancel();
    const auto cancelled = write_body_motion(motion_of(3), id, path, &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
    EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace limber::app
