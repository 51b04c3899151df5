#include "app/scene/opening.h"
#include "app/scene/walking.h"
#include "engine/control/objective.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;

// The gaits that come with a character do what they are called: it is what whoever opens its scene and presses a key
// gets to see.
class Gecko : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        static const ScratchFolder cache;
        setenv("LIMBER_CACHE", cache.path().c_str(), 1);
        const auto scene = describe("creature:gecko");
        ASSERT_TRUE(scene) << sentence(scene.error());
        const auto built = build_character(scene.value().value, nullptr, Stage::mesh);
        ASSERT_TRUE(built) << sentence(built.error());
        character() = built.value();
    }
    static void TearDownTestSuite() {
        character().reset();
    }
    static CharacterPtr& character() {
        static CharacterPtr gecko;
        return gecko;
    }

    // Of the first five seconds.
    static Scores scores_of_gait(GaitRole role) {
        const KeptGait* kept = character()->description.muscles.gaits.playing(role);
        EXPECT_NE(kept, nullptr) << name_of(role);
        const Walker walker = walker_of(character()).value();
        Objective ahead;
        Workspace workspace = workspace_for(walker);
        const Trace trace = rollout(walker, StanceReader(*walker.model), kept ? kept->gait : Gait{}, 300, workspace);
        EXPECT_TRUE(trace.is_finite);
        return scores_of(trace, walker, ahead);
    }
};

TEST_F(Gecko, GoesTwoOfItsLengthsInFiveSeconds) {
    const Scores scores = scores_of_gait(GaitRole::forward);
    EXPECT_GT(scores.distance, 2.0);
    EXPECT_GT(scores.alignment, 0.9);
    EXPECT_GT(scores.upright, 0.9);
}

TEST_F(Gecko, TurnsHalfAroundToEitherSide) {
    const Scores left = scores_of_gait(GaitRole::left);
    const Scores right = scores_of_gait(GaitRole::right);
    EXPECT_GT(left.turn, 0.5);
    EXPECT_LT(right.turn, -0.5);
    EXPECT_GT(std::min(left.upright, right.upright), 0.9);
    EXPECT_LT(std::max(std::abs(left.distance), std::abs(right.distance)), 1.0) << "on the spot";
}

TEST_F(Gecko, GoesBackWithoutTurningAround) {
    const Scores scores = scores_of_gait(GaitRole::back);
    EXPECT_LT(scores.distance, -1.0);
    EXPECT_GT(scores.alignment, 0.8);
}

TEST_F(Gecko, JumpsATenthOfItsLength) {
    EXPECT_GT(scores_of_gait(GaitRole::jump).leap, 0.1);
}

} // namespace
} // namespace limber::app
