// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/loop_lengths.h"
#include "app/motion/loop_steps.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class StepsOfALoop : public ::testing::Test {
protected:
    /// The bar, moved by so much of its size.
    State at(double place) const {
        State state = rest_state(character->model, rest_P);
        for (Index map = 0; map < state.P.rows() / 4; ++map) {
            state.P.row(4 * map + 3).x() += place * size;
        }
        return state;
    }
    /// Of frames 0 to L, of which the last is the first again.
    double jump(const std::vector<double>& places, std::uint64_t blended) const {
        LoopSteps steps({character}, places.size() - 1, blended);
        for (const double place : places) {
            steps.add({at(place)});
        }
        return steps.jump();
    }
    /// There and back in L frames.
    static std::vector<double> swing(int frames) {
        std::vector<double> places;
        for (int frame = 0; frame <= frames; ++frame) {
            places.push_back(0.1 * std::sin(2.0 * std::numbers::pi * frame / frames));
        }
        return places;
    }

    limber::testing::ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::mesh)
            .value();
    double size = bounding_box(character->mesh.X).diagonal();
    AffineStack rest_P = rig_maps(character->rig, rest_pose(character->rig.skeleton),
                                  std::vector<double>(character->rig.targets.size(), 0.0));
};

TEST_F(StepsOfALoop, AreNoJumpsWhereTheyAreAsOthers) {
    for (const std::uint64_t blended : {1U, 5U, 18U, 19U, 20U}) {
        EXPECT_EQ(jump(swing(20), blended), 0.0) << blended;
    }
}

// Back from a place that the blend approaches.
TEST_F(StepsOfALoop, AreAJumpAtTheSeamWhateverTheBlendCovers) {
    std::vector<double> places = swing(20);
    for (std::size_t frame = 1; frame < 20; ++frame) {
        places[frame] += 0.5 * (1.0 - static_cast<double>(frame) / 20.0);
    }
    for (const std::uint64_t blended : {1U, 5U, 18U, 19U, 20U}) {
        EXPECT_GT(jump(places, blended), 0.45) << blended;
    }
}

TEST_F(StepsOfALoop, FitIntoTheLoopOfTheFirstCharacterThatLoops) {
    const std::vector<CharacterPtr> three(3, character);
    EXPECT_FALSE(fault_in_loops(three, {0.0, 1.0, 0.5}));
    EXPECT_FALSE(fault_in_loops(three, {1.5, 0.0, 0.5}));
    EXPECT_FALSE(fault_in_loops(three, {0.0, 0.0, 0.0})) << "none loops";
    EXPECT_TRUE(fault_in_loops(three, {0.0, 1.0, 2.0})) << "longer";
    const auto fault = fault_in_loops(three, {1.5, 1.0, 0.5});
    ASSERT_TRUE(fault);
    EXPECT_THAT(sentence(*fault), HasSubstr("Bar: loops in a time that does not fit"));
}

TEST_F(StepsOfALoop, HaveTheBlendThatTheLoopWasMadeWith) {
    SceneFrames motion;
    motion.ids = {1};
    motion.characters = {character};
    motion.loop_starts = {3, 23};
    for (int i = 0; i < 30; ++i) {
        const double place = i < 23 ? 0.01 * i : 0.01 * (i - 20);
        motion.frames.push_back(std::make_shared<const SceneFrame>(SceneFrame{{at(place)}, {false}}));
        motion.times.push_back(i / 60.0);
    }
    const auto loop = last_loop(motion);
    ASSERT_TRUE(loop);
    EXPECT_EQ(loop.value().blended, 3U) << "there are no more frames before it";
    EXPECT_EQ(loop.value().motion.frames[5], motion.frames[8]) << "shared";
    EXPECT_THAT(warnings_of_loop(loop.value(), nullptr), ElementsAre(HasSubstr("the loop jumps by")));
}

} // namespace
} // namespace limber::app
