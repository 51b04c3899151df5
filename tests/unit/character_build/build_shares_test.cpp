// SPDX-License-Identifier: MIT
#include "app/character_build/build_shares.h"

#include "app/character_build/build_character.h"
#include "app/character_build/character_loading.h"
#include "app/document/character_file.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

MuscleDescription muscles_of(Index modes, Index in_region) {
    MuscleDescription muscles;
    muscles.modes = modes;
    muscles.regions.emplace_back().modes = in_region;
    return muscles;
}

TEST(BuildShares, AreTheUsualOnesOfABodyThatIsReadAndHasNoMuscles) {
    const BuildShares shares{false, muscles_weight(MuscleDescription{})};
    for (const double usual : {0.0, 0.1, read_share, 0.25, 0.65, muscles_share_begin, muscles_share_end, 1.0}) {
        EXPECT_NEAR(shares.of(usual), usual, 1e-12);
    }
}

TEST(BuildShares, GrowToTheWholeWhateverTakesLonger) {
    for (const BuildShares& shares : {BuildShares{true, 1.0}, BuildShares{false, 30.0}, BuildShares{true, 30.0},
                                      BuildShares{true, 30.0, 500.0}, BuildShares{false, 1.0, 500.0, 800.0}}) {
        double before = -1.0;
        for (const double usual : {0.0, 0.25, 0.65, 0.85, muscles_share_begin, 0.9, muscles_share_end, 0.99, 1.0}) {
            EXPECT_GT(shares.of(usual), before);
            before = shares.of(usual);
        }
        EXPECT_NEAR(shares.of(1.0), 1.0, 1e-12);
    }
}

TEST(BuildShares, LeaveMostOfTheProgressToTheFillingOfASurface) {
    EXPECT_NEAR((BuildShares{true, 1.0}.of(read_share)), filling_share, 1e-12);
}

TEST(BuildShares, LeaveMostOfTheProgressToDisplacementsForLoads) {
    CharacterDescription scene;
    EXPECT_EQ(model_weight(scene), 1.0);
    scene.subspace = SubspaceKind::force_dual_skinning;
    EXPECT_EQ(model_weight(scene), 1.0) << "weights are found before the model";
    scene.subspace = SubspaceKind::force_dual;
    const BuildShares shares{false, 1.0, model_weight(scene)};
    EXPECT_GT(shares.of(muscles_share_begin) - shares.of(model_share_begin), 0.8);
    EXPECT_GT(shares.of(model_share_begin), 0.0);
}

TEST(BuildShares, LeaveMostOfTheProgressToDisplacements) {
    for (const SubspaceKind kind : {SubspaceKind::displacement, SubspaceKind::modal_derivatives,
                                    SubspaceKind::substructured, SubspaceKind::warped}) {
        CharacterDescription scene;
        scene.subspace = kind;
        const BuildShares shares{false, 1.0, model_weight(scene)};
        EXPECT_GT(shares.of(muscles_share_begin) - shares.of(model_share_begin), 0.8);
    }
}

TEST(BuildShares, LeaveMostOfTheProgressToTheChoiceOfCubaturePoints) {
    CharacterDescription scene;
    EXPECT_EQ(cubature_weight(scene), 1.0);
    scene.newton.emplace();
    const BuildShares shares{false, 1.0, 1.0, cubature_weight(scene)};
    EXPECT_GT(shares.of(cubature_share_end) - shares.of(muscles_share_end), 0.7);
    EXPECT_NEAR(shares.of(1.0), 1.0, 1e-12);
}

TEST(BuildShares, LeaveMostOfTheProgressToManyMuscles) {
    const BuildShares shares{false, muscles_weight(muscles_of(128, 128))};
    EXPECT_GT(shares.of(muscles_share_end) - shares.of(muscles_share_begin), 0.9);
    EXPECT_GT(shares.of(1.0) - shares.of(muscles_share_end), 0.0);
}

// Their rig is missing, so that the last report is that of the rig, at 0.2 of a usual build.
TEST(BuildShares, CountMusclesOnlyWhereTheyGrow) {
    const limber::testing::ScratchFolder folder;
    CharacterDescription scene = read_scene(limber::testing::write_small_scene(folder)).value().value;
    scene.rig = folder / "absent.json";
    scene.clips.clear();
    scene.muscles.modes = 100;
    Progress of_reading;
    EXPECT_FALSE(read_character(scene, &of_reading));
    EXPECT_NEAR(of_reading.latest().fraction, 0.2, 1e-12);
    Progress of_build;
    EXPECT_FALSE(build_character(scene, nullptr, Stage::mesh, &of_build));
    EXPECT_EQ(of_build.latest().phase, "reading the rig");
    EXPECT_LT(of_build.latest().fraction, 0.05);
}

} // namespace
} // namespace limber::app
