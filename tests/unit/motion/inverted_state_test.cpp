// SPDX-License-Identifier: MIT
#include "app/motion/inverted_state.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "engine/body/body_step.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class InvertedBar : public ::testing::Test {
protected:
    // In the pose of rest that is mirrored or not.
    State posed(bool mirrored) const {
        AffineStack P = rig_maps(character->rig, rest_pose(character->rig.skeleton));
        if (mirrored) {
            P.col(2) *= -1.0;
        }
        return rest_state(*character, P);
    }

    ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::nothing).value();
};

TEST_F(InvertedBar, HasNoInvertedClusterAtRest) {
    const InvertedClusters inverted = inverted_clusters_in(*character, posed(false));
    EXPECT_EQ(inverted.count, 0);
    EXPECT_EQ(inverted.by_the_rig, 0);
}

TEST_F(InvertedBar, IsInvertedByARigThatMirrorsIt) {
    const InvertedClusters inverted = inverted_clusters_in(*character, posed(true));
    EXPECT_EQ(inverted.count, character->clusters.count);
    EXPECT_EQ(inverted.by_the_rig, inverted.count);
    EXPECT_THAT(inverted_sentence(inverted), HasSubstr("by the pose of the rig alone: it folds"));
}

TEST_F(InvertedBar, IsInvertedBySecondaryMotionInAPoseThatIsSound) {
    State state = posed(false);
    state.Z.setConstant(1e3);
    const InvertedClusters inverted = inverted_clusters_in(*character, state);
    EXPECT_GT(inverted.count, 0);
    EXPECT_EQ(inverted.by_the_rig, 0);
    EXPECT_THAT(inverted_sentence(inverted), HasSubstr("a smaller time step"));
    EXPECT_THAT(inverted_sentence(inverted), Not(HasSubstr("rig")));
}

TEST_F(InvertedBar, IsSeenInvertedByItsMotionWhereTheRigNeverInvertsIt) {
    State state = posed(false);
    state.Z.setConstant(1e3);
    InvertedInStates seen;
    EXPECT_FALSE(seen.add(*character, posed(false)));
    EXPECT_TRUE(seen.add(*character, state));
    EXPECT_FALSE(seen.add(*character, state));
    EXPECT_EQ(std::ssize(seen.by_the_motion), inverted_clusters_in(*character, state).count);
    EXPECT_THAT(seen.by_the_rig, IsEmpty());
}

TEST_F(InvertedBar, LeavesClustersToTheRigThatItInvertsInOneOfTheStates) {
    State state = posed(false);
    state.Z.setConstant(1e3);
    InvertedInStates seen;
    seen.add(*character, state);
    EXPECT_TRUE(seen.add(*character, posed(true))); // all of them
    EXPECT_FALSE(seen.add(*character, state));
    EXPECT_EQ(std::ssize(seen.by_the_rig), character->clusters.count);
    EXPECT_THAT(seen.by_the_motion, IsEmpty());
}

TEST(InvertedSentence, SaysHowManyTheRigInverts) {
    EXPECT_EQ(inverted_sentence({3, 1}), "3 clusters are turned inside out in the last state, 1 of them by the pose of "
                                         "the rig alone: choose a smaller time step, more iterations or a stiffer "
                                         "material");
}

} // namespace
} // namespace limber::app
