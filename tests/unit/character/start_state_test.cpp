// SPDX-License-Identifier: MIT
#include "app/character/start_state.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"

#include "app/motion/walking.h"
#include "app/simulation/simulated_character.h"
#include "tests/support/free_bar.h"

#include <Eigen/Geometry>

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::Contains;
using testing::free_bar;
using ::testing::HasSubstr;

class SceneStartState : public ::testing::Test {
protected:
    // Builds from the mesh in memory, because its file was removed.
    CharacterPtr built(const CharacterDescription& description) const {
        return build_character(description, bar, Stage::nothing).value();
    }
    CharacterDescription with_start() const {
        const Walker walker = walker_of(bar).value();
        GaitSpace space;
        space.muscles = bar->model.muscle_count();
        const GaitSearch search(walker, space, {.direction = Vec3::UnitX(), .upright = 2.0}, {.steps = 30});
        CharacterDescription description = bar->description;
        description.start = start_of(search, *bar);
        return description;
    }

    const CharacterPtr bar = free_bar();
    const CharacterDescription scene = with_start();
    const CharacterPtr character = built(scene);
};

TEST_F(SceneStartState, IsTheSettledStateOfTheSearchBitForBit) {
    ASSERT_TRUE(character->start);
    const State settled = walker_of(character).value().start;
    EXPECT_GT(settled.Z.norm(), 0.0);
    EXPECT_EQ(hash_of(Motion(character).state()), hash_of(settled));
}

TEST_F(SceneStartState, RoundTrips) {
    const auto read = parse_scene(scene_json(scene, "/"), "walks.json", "/");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_TRUE(read.value().warnings.empty());
    EXPECT_EQ(read.value().value.start, scene.start);
    EXPECT_EQ(read.value().value.start->objective.direction, Vec3(Vec3::UnitX()));
    EXPECT_EQ(read.value().value.start->steps, 30);
}

TEST_F(SceneStartState, ResetRestoresIt) {
    SimulatedCharacter simulated({1, character, starting_controls(*character)});
    const std::uint64_t first = hash_of(simulated.motion().state());
    MotionHistory history{0, simulated.motion().stored_state(), simulated.controls()};
    for (int i = 0; i < 5; ++i) {
        simulated.step(history, nullptr);
    }
    EXPECT_NE(hash_of(simulated.motion().state()), first);
    simulated.start_again(0.0);
    EXPECT_EQ(hash_of(simulated.motion().state()), first);
}

TEST_F(SceneStartState, IsTransformedWithTheBody) {
    LiveControls controls = starting_controls(*character);
    const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3::UnitY()).toRotationMatrix();
    controls.rig_offset << turn, Vec3(2.0, 0.0, 1.0);
    Motion home(character);
    Motion moved(character);
    moved.restart(controls);
    const StanceReader reader(character->model);
    const Stance there = reader.read(moved.state());
    const Stance here = reader.read(home.state());
    EXPECT_LT((there.centre - (turn * here.centre + Vec3(2.0, 0.0, 1.0))).norm(), 1e-12);
    EXPECT_LT((there.turn - turn * here.turn).norm(), 1e-9);
}

// Its coordinates do not turn with it; the nearest ones are taken.
TEST_F(SceneStartState, InDisplacementsIsTheSettledStateAndMovesWithTheBody) {
    CharacterDescription description = bar->description;
    description.subspace = SubspaceKind::displacement;
    description.modes = 2;
    const CharacterPtr displaced = built(description);
    const Walker walker = walker_of(displaced).value();
    const GaitSearch search(walker, {.muscles = muscle_count(walker)}, {}, {.steps = 30});
    description.start = start_of(search, *displaced);
    const CharacterPtr starting = build_character(description, displaced, Stage::nothing).value();
    ASSERT_TRUE(starting->start);
    Motion home(starting);
    EXPECT_EQ(hash_of(home.state()), hash_of(walker.start));
    LiveControls controls = starting_controls(*starting);
    const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3::UnitY()).toRotationMatrix();
    controls.rig_offset << turn, Vec3(2.0, 0.0, 1.0);
    Motion moved(starting);
    moved.restart(controls);
    const StanceReader reader(*starting);
    const Vec3 there = reader.read(moved.state()).centre;
    EXPECT_LT((there - (turn * reader.read(home.state()).centre + Vec3(2.0, 0.0, 1.0))).norm(), 1e-6);
}

TEST_F(SceneStartState, IsIgnoredWithAWarningForAnotherModel) {
    CharacterDescription other = scene;
    other.clusters = 3;
    const CharacterPtr changed = build_character(other, character, Stage::nothing).value();
    EXPECT_FALSE(changed->start);
    EXPECT_THAT(changed->warnings, Contains(HasSubstr("so it starts at rest")));
    EXPECT_TRUE(Motion(changed).state().Z.isZero(0.0));
    const CharacterPtr back = build_character(scene, changed, Stage::nothing).value();
    EXPECT_TRUE(back->start);
    EXPECT_TRUE(back->warnings.empty());
}

TEST_F(SceneStartState, RejectsInvalidStates) {
    const auto said = [&](const std::string& start) {
        const std::string head = R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh", "start": )";
        const auto read = parse_scene(head + start + "}", "a.json", "/");
        return read ? std::string() : sentence(read.error());
    };
    EXPECT_EQ(said(R"({"Z": [1], "steps": 10})"), "");
    EXPECT_THAT(said(R"({"Z": ["one"]})"), HasSubstr("start.Z[0]"));
    EXPECT_THAT(said(R"({"Z": 1})"), HasSubstr("start.Z"));
    EXPECT_THAT(said(R"({"Z": [0, -1e300]})"), HasSubstr("start.Z[1]"));
    EXPECT_THAT(said(R"({"steps": 0})"), HasSubstr("start.steps"));
    EXPECT_THAT(said(R"({"objective": {"travel": 0}})"), HasSubstr("nothing is wanted"));
}

} // namespace
} // namespace limber::app
