// SPDX-License-Identifier: MIT
#include "app/motion/behaviour_player.h"

#include "app/character/region_point.h"
#include "app/character/starting_controls.h"
#include "app/motion/motion.h"
#include "app/motion/scene_motion.h"
#include "engine/body/body_step.h"
#include "engine/control/feet.h"
#include "engine/core/random.h"
#include "tests/support/behaving_block.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace limber::app {
namespace {

using limber::testing::behaving_block;
using limber::testing::built_block;
using limber::testing::ScratchFolder;
using ::testing::HasSubstr;

BehaviourControls hop(double height) {
    BehaviourControls controls;
    controls.kind = BehaviourKind::hop;
    controls.height = height;
    controls.distance = 0.0;
    return controls;
}

BehaviourControls stand() {
    BehaviourControls controls;
    controls.kind = BehaviourKind::stand;
    return controls;
}

BehaviourControls follow(const Vec3& target) {
    BehaviourControls controls;
    controls.kind = BehaviourKind::follow;
    controls.target = target;
    return controls;
}

class BehavingBlock : public ::testing::Test {
protected:
    std::uint64_t steps(Motion& motion, const LiveControls& controls, int count) const {
        for (int i = 0; i < count; ++i) {
            motion.step(controls);
        }
        return hash_of(motion.state());
    }
    double height_of(const Motion& motion) const {
        return StanceReader(character->model).read(motion.state()).centre.y();
    }

    ScratchFolder folder;
    CharacterPtr character = built_block(folder);
    LiveControls controls = starting_controls(*character);
};

TEST_F(BehavingBlock, HopsAsHighAsItIsAsked) {
    Motion motion(character);
    controls.muscles.behaviour = stand();
    steps(motion, controls, 60);
    const double rest = height_of(motion);
    controls.muscles.behaviour = hop(0.25);
    double apex = 0.0;
    for (int i = 0; i < 180; ++i) {
        motion.step(controls);
        apex = std::max(apex, height_of(motion) - rest);
    }
    EXPECT_NEAR(apex, 0.25, 0.03);
    ASSERT_TRUE(motion.behaviour());
    EXPECT_EQ(motion.behaviour()->kind, BehaviourKind::hop);
    EXPECT_TRUE(motion.behaviour()->status.is_done);
    EXPECT_FALSE(motion.behaviour()->status.is_fallen);
}

TEST_F(BehavingBlock, KeepsTheBitsOfItsStepsWithoutABehaviour) {
    Motion passive(character);
    steps(passive, controls, 40);
    EXPECT_TRUE(passive.stored_state().behaviour.empty());
    EXPECT_FALSE(passive.behaviour());
    EXPECT_TRUE(passive.activation().isZero(0.0));
    // The values of a behaviour that is not there have no effect.
    Motion same(character);
    controls.muscles.behaviour.height = 0.7;
    controls.muscles.behaviour.target = Vec3(1, 2, 3);
    EXPECT_EQ(steps(same, controls, 40), hash_of(passive.state()));
}

TEST_F(BehavingBlock, ReturnsToThePassiveBodyWhenItsBehaviourEnds) {
    Motion motion(character);
    LiveControls active = controls;
    active.muscles.behaviour = hop(0.2);
    steps(motion, active, 50);
    double largest = motion.activation().cwiseAbs().maxCoeff();
    EXPECT_GT(largest, 0.0);
    for (int i = 0; i < 30; ++i) {
        motion.step(controls);
        const double now = motion.activation().cwiseAbs().maxCoeff();
        EXPECT_LE(now, largest) << "it relaxes without a jump";
        largest = now;
    }
    EXPECT_EQ(largest, 0.0);
    EXPECT_TRUE(motion.stored_state().behaviour.empty());
    Motion passive(character);
    passive.go_to(motion.stored_state(), controls);
    EXPECT_EQ(steps(motion, controls, 10), steps(passive, controls, 10));
}

TEST_F(BehavingBlock, ContinuesFromAStoredStateBitForBit) {
    Motion motion(character);
    std::vector<BehaviourControls> script{stand(), hop(0.2), follow(Vec3(0, 0, 1)), stand()};
    script[1].distance = 0.5;
    for (std::size_t part = 0; part < script.size(); ++part) {
        controls.muscles.behaviour = script[part];
        steps(motion, controls, 37);
        const StoredState stored = motion.stored_state();
        Motion other(character);
        other.go_to(stored, controls);
        EXPECT_EQ(other.stored_state().behaviour, stored.behaviour);
        controls.muscles.behaviour = script[(part + 1) % script.size()];
        const std::uint64_t expected = steps(motion, controls, 60);
        EXPECT_EQ(steps(other, controls, 60), expected) << "part " << part;
        motion.go_to(stored, controls);
        EXPECT_EQ(steps(motion, controls, 60), expected) << "rewound, part " << part;
    }
}

TEST_F(BehavingBlock, IsDrawnToWhatIsHeldOnlyWithAWeight) {
    controls.muscles.behaviour = stand();
    Motion plain(character);
    const std::uint64_t expected = steps(plain, controls, 60);
    controls.muscles.held = {0.0, 0.2, -0.2, 0.2};
    Motion held(character);
    EXPECT_EQ(steps(held, controls, 60), expected) << "a behaviour alone chooses the muscles";
    controls.muscles.behaviour.pose = 0.1;
    Motion posed(character);
    steps(posed, controls, 60);
    Vector pose = Vector::Zero(plain.activation().size());
    pose.head<4>() = Eigen::Vector4d(0.0, 0.2, -0.2, 0.2);
    EXPECT_LT((posed.activation() - pose).norm(), (plain.activation() - pose).norm());
    EXPECT_LT(posed.behaviour()->status.tilt, 0.2);
}

// Of all that it depends on, the memory has what the look-ahead needs too.
TEST_F(BehavingBlock, ContinuesBitForBitWhereItLooksAhead) {
    controls.muscles.behaviour = hop(0.2);
    controls.muscles.behaviour.looks_ahead = true;
    Motion motion(character);
    steps(motion, controls, 47);
    const StoredState stored = motion.stored_state();
    Motion other(character);
    other.go_to(stored, controls);
    EXPECT_EQ(steps(other, controls, 60), steps(motion, controls, 60));
    Motion without(character);
    controls.muscles.behaviour.looks_ahead = false;
    EXPECT_NE(steps(without, controls, 107), hash_of(motion.state()));
}

// A block whose top is painted as a muscle region, beside its cage.
CharacterPtr block_with_painted_top(const ScratchFolder& folder) {
    CharacterDescription scene = behaving_block(folder);
    const CharacterPtr plain = build_character(scene, nullptr, Stage::mesh).value();
    PaintLevels levels;
    for (const int vertex : plain->boundary_vertices) {
        levels.push_back(plain->mesh.X(vertex, 1) > 0.99 ? 255 : 0);
    }
    MuscleRegion& top = scene.muscles.regions.emplace_back();
    top.name = "top";
    top.modes = 1;
    top.painted = PaintedRegion(levels);
    return build_character(scene, nullptr, Stage::mesh).value();
}

Vec3 mean_of_top(const Character& character, const State& state) {
    const Points x = positions(character, state);
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (Index i = 0; i < x.rows(); ++i) {
        if (character.mesh.X(i, 1) > 0.99) {
            sum += Vec3(x.row(i));
            ++count;
        }
    }
    return sum / count;
}

TEST_F(BehavingBlock, ReachesWithAPaintedRegion) {
    const CharacterPtr painted = block_with_painted_top(folder);
    EXPECT_EQ(names_of_painted_regions(painted->description.muscles), std::vector<std::string>{"top"});
    const auto point = region_point(*painted, "top");
    ASSERT_TRUE(point);
    EXPECT_FALSE(region_point(*painted, "bottom"));
    LiveControls reaching = starting_controls(*painted);
    Motion motion(painted);
    EXPECT_LT((position(*point, motion.state()) - mean_of_top(*painted, motion.state())).norm(), 1e-9);
    BehaviourControls& behaviour = reaching.muscles.behaviour;
    behaviour.kind = BehaviourKind::reach;
    behaviour.region = "top";
    behaviour.target = mean_of_top(*painted, motion.state()) + Vec3(0.0, 0.03, 0.08);
    steps(motion, reaching, 40);
    const StoredState stored = motion.stored_state();
    Motion other(painted);
    other.go_to(stored, reaching);
    const std::uint64_t expected = steps(motion, reaching, 160);
    EXPECT_EQ(steps(other, reaching, 160), expected) << "the region is read again";
    EXPECT_LT((mean_of_top(*painted, motion.state()) - behaviour.target).norm(), 0.03);
    behaviour.region.clear();
    Motion nearest(painted);
    EXPECT_NE(steps(nearest, reaching, 200), expected) << "one point reaches";
}

// Weights and places are read in each step, so that what was edited plays again with the same bits.
TEST_F(BehavingBlock, ReachesWithAPaintedRegionWhileItStands) {
    const CharacterPtr painted = block_with_painted_top(folder);
    LiveControls reaching = starting_controls(*painted);
    Motion motion(painted);
    reaching.muscles.behaviour = stand();
    steps(motion, reaching, 20);
    GoalControls& goals = reaching.muscles.behaviour.goals;
    goals.also_reaches = true;
    goals.region = "top";
    goals.place = mean_of_top(*painted, motion.state()) + Vec3(0.0, 0.02, 0.08);
    const double before = (mean_of_top(*painted, motion.state()) - goals.place).norm();
    steps(motion, reaching, 30);
    const StoredState stored = motion.stored_state();
    Motion other(painted);
    other.go_to(stored, reaching);
    const std::uint64_t expected = steps(motion, reaching, 90);
    EXPECT_EQ(steps(other, reaching, 90), expected);
    EXPECT_LT((mean_of_top(*painted, motion.state()) - goals.place).norm(), 0.5 * before);
    goals.weights[static_cast<std::size_t>(GoalGroup::reach)] = 0.0;
    steps(motion, reaching, 120);
    EXPECT_GT((mean_of_top(*painted, motion.state()) - goals.place).norm(), 0.8 * before);
}

TEST_F(BehavingBlock, StandsWhileItLooksAhead) {
    controls.muscles.behaviour = stand();
    controls.muscles.behaviour.looks_ahead = true;
    Motion motion(character);
    steps(motion, controls, 120);
    EXPECT_LT(motion.behaviour()->status.tilt, 0.05);
    EXPECT_FALSE(motion.behaviour()->status.is_fallen);
}

TEST_F(BehavingBlock, StartsAgainWithTheSameBits) {
    controls.muscles.behaviour = hop(0.2);
    Motion motion(character);
    const std::uint64_t first = steps(motion, controls, 60);
    motion.restart(controls);
    EXPECT_EQ(steps(motion, controls, 60), first);
    EXPECT_EQ(steps(*std::make_unique<Motion>(built_block(folder)), controls, 60), first);
}

// What is edited while the body moves is not built in: the same document gives the same steps, however it came about.
TEST_F(BehavingBlock, StandsUnderTheNumbersOfNowAsIfItWereBuiltWithThem) {
    CharacterDescription scene = behaving_block(folder, stand());
    scene.material.young *= 0.6;
    scene.material.density *= 1.5;
    scene.step.damping = 0.4;
    scene.contact.floor_friction = 0.3;
    const CharacterPtr built = build_character(scene, nullptr, Stage::mesh).value();
    Motion expected(built);
    controls.muscles.behaviour = stand();
    controls.young = scene.material.young;
    controls.density = scene.material.density;
    controls.damping = scene.step.damping;
    controls.obstacles = built->obstacles;
    Motion edited(character);
    EXPECT_EQ(steps(edited, controls, 40), steps(expected, starting_controls(*built), 40));
    EXPECT_EQ(edited.behaviour()->ground, expected.behaviour()->ground);
}

// It keeps its way of standing until the behaviour begins again, also where the past is shown.
TEST_F(BehavingBlock, ContinuesBitForBitAfterAnEdit) {
    controls.muscles.behaviour = stand();
    Motion motion(character);
    steps(motion, controls, 20);
    controls.young *= 0.5;
    steps(motion, controls, 20);
    const StoredState stored = motion.stored_state();
    Motion other(character);
    other.go_to(stored, controls);
    EXPECT_EQ(other.stored_state().behaviour, stored.behaviour);
    const std::uint64_t expected = steps(motion, controls, 40);
    EXPECT_EQ(steps(other, controls, 40), expected);
    motion.restart(controls);
    steps(motion, controls, 20);
    motion.go_to(stored, controls);
    EXPECT_EQ(steps(motion, controls, 40), expected) << "the other way of standing is forgotten";
}

TEST_F(BehavingBlock, IsPassiveOnceItsLastObstacleIsGone) {
    LiveControls bare = controls;
    bare.muscles.behaviour = stand();
    bare.obstacles = std::make_shared<const Obstacles>();
    Motion motion(character);
    steps(motion, bare, 3);
    ASSERT_TRUE(motion.behaviour());
    EXPECT_THAT(motion.behaviour()->problem, HasSubstr("there is nothing to stand on"));
    EXPECT_TRUE(motion.activation().isZero(0.0));
    bare.obstacles = character->obstacles;
    steps(motion, bare, 30);
    EXPECT_EQ(motion.behaviour()->problem, "");
    EXPECT_FALSE(motion.activation().isZero(0.0)) << "it has a floor again";
}

// What an earlier version wrote has no way of standing.
TEST_F(BehavingBlock, ContinuesFromAMemoryOfAnEarlierVersion) {
    controls.muscles.behaviour = stand();
    Motion motion(character);
    steps(motion, controls, 30);
    StoredState stored = motion.stored_state();
    stored.behaviour.resize(stored.behaviour.size() - static_cast<std::size_t>(motion.state().Z.size()));
    Motion other(character);
    other.go_to(stored, controls);
    EXPECT_EQ(other.stored_state().behaviour, motion.stored_state().behaviour);
    EXPECT_EQ(steps(other, controls, 30), steps(motion, controls, 30));
    stored = motion.stored_state();
    stored.behaviour.back() = 1e300;
    other.go_to(stored, controls);
    EXPECT_FALSE(other.behaviour()) << "no body stands there";
}

TEST_F(BehavingBlock, IsPassiveByNewtonsMethodAlsoWhereItSwitchesBetweenLoads) {
    CharacterDescription scene = behaving_block(folder);
    scene.subspace = SubspaceKind::force_dual_skinning;
    scene.modes = 2;
    scene.newton = NewtonDescription{};
    for (const double height : {0.0, 1.0}) {
        scene.loads.push_back({{.kind = LoadKind::region, .region = LoadRegion{Vec3(0.2, height, 0.2), 0.2, 100.0}}});
    }
    for (const bool switches : {false, true}) {
        scene.switches_loads = switches;
        const CharacterPtr body = build_character(scene, nullptr, Stage::mesh).value();
        ASSERT_EQ(body->switched != nullptr, switches);
        LiveControls standing = starting_controls(*body);
        standing.muscles.behaviour = stand();
        Motion motion(body);
        motion.step(standing);
        ASSERT_TRUE(motion.behaviour());
        EXPECT_THAT(motion.behaviour()->problem, HasSubstr("Newton's method"));
    }
}

TEST_F(BehavingBlock, AnswersThePullOfAHand) {
    LiveControls pulled = controls;
    pulled.muscles.behaviour = stand();
    Motion standing(character);
    Motion passive(character);
    steps(standing, pulled, 30);
    steps(passive, controls, 30);
    // A hand at the top pulls for half a second.
    Index top = 0;
    character->mesh.X.col(1).maxCoeff(&top);
    const AppliedForce hand{1,
                            {static_cast<int>(top), static_cast<int>(top), static_cast<int>(top)},
                            {1, 0, 0},
                            Vec3(0.15 * character->model.mass * 9.81, 0, 0),
                            0.0};
    pulled.forces = controls.forces = {hand};
    steps(standing, pulled, 30);
    steps(passive, controls, 30);
    pulled.forces.clear();
    steps(standing, pulled, 150);
    ASSERT_TRUE(standing.behaviour());
    EXPECT_LT(standing.behaviour()->status.tilt, 0.15) << "it stands again";
    EXPECT_FALSE(standing.behaviour()->status.cannot_rise);
}

TEST_F(BehavingBlock, MarksItsGoals) {
    Motion motion(character);
    controls.muscles.behaviour = follow(Vec3(0.5, 0.4, 2.0));
    steps(motion, controls, 20);
    ASSERT_TRUE(motion.behaviour());
    const auto markers = motion.behaviour()->markers;
    const auto target = std::ranges::find(markers, GoalMarker::Kind::point, &GoalMarker::kind);
    ASSERT_NE(target, markers.end());
    EXPECT_NEAR(target->at.x(), 0.5, 1e-12);
    EXPECT_NEAR(target->at.z(), 2.0, 1e-12);
    EXPECT_NEAR(target->at.y(), motion.behaviour()->ground, 1e-12) << "on the floor";
}

TEST_F(BehavingBlock, GoesAfterItsTarget) {
    Motion motion(character);
    controls.muscles.behaviour = follow(Vec3(1.5, 0.0, 1.5));
    steps(motion, controls, 20);
    const Vec3 start = motion.behaviour()->centre;
    steps(motion, controls, 300);
    const Vec3 moved = motion.behaviour()->centre - start;
    EXPECT_GT(moved.dot(Vec3(1, 0, 1).normalized()), 0.3) << moved.transpose();
    EXPECT_FALSE(motion.behaviour()->status.is_fallen);
}

TEST_F(BehavingBlock, MayChangeItsMindAtAnyStep) {
    Motion motion(character);
    Rng random(3);
    for (int part = 0; part < 24; ++part) {
        BehaviourControls& wanted = controls.muscles.behaviour;
        const auto kind = static_cast<int>(8.0 * random.uniform());
        wanted.kind = kind == 7 ? std::nullopt : std::optional(static_cast<BehaviourKind>(kind));
        wanted.height = 0.1 + 0.2 * random.uniform();
        wanted.target = Vec3(random.uniform() - 0.5, random.uniform(), random.uniform() - 0.5);
        const int count = 1 + static_cast<int>(25.0 * random.uniform());
        for (int i = 0; i < count; ++i) {
            ASSERT_NE(motion.step(controls).status, StepStatus::not_finite) << "part " << part;
            ASSERT_LE(motion.activation().cwiseAbs().maxCoeff(), 0.6 + 1e-12);
        }
    }
}

TEST_F(BehavingBlock, IsPassiveAndSaysWhyWhereItCannotBehave) {
    CharacterDescription scene = behaving_block(folder, stand());
    scene.rig_kind = RigKind::affine_handle;
    const CharacterPtr held = build_character(scene, character, Stage::nothing).value();
    Motion motion(held);
    steps(motion, starting_controls(*held), 5);
    ASSERT_TRUE(motion.behaviour());
    EXPECT_THAT(motion.behaviour()->problem, HasSubstr("its rig holds it"));
    EXPECT_TRUE(motion.activation().isZero(0.0));
}

TEST_F(BehavingBlock, DoesNothingWhileItSwitchesBetweenLoads) {
    CharacterDescription scene = behaving_block(folder, stand());
    const auto load_at = [&](Index vertex) {
        const Vec3 place = character->mesh.X.row(vertex);
        return BodyLoad{{.kind = LoadKind::region, .region = LoadRegion{place, 0.2, 100.0}}};
    };
    scene.subspace = SubspaceKind::force_dual_skinning;
    scene.loads = {load_at(0), load_at(character->vertex_count() - 1)};
    scene.switches_loads = true;
    scene.modes = 2;
    const CharacterPtr switching = build_character(scene, character, Stage::nothing).value();
    ASSERT_TRUE(switching->switched);
    Motion motion(switching);
    steps(motion, starting_controls(*switching), 5);
    ASSERT_TRUE(motion.behaviour());
    EXPECT_THAT(motion.behaviour()->problem, HasSubstr("this body switches between those of its loads"));
    EXPECT_TRUE(motion.activation().isZero(0.0));
}

TEST_F(BehavingBlock, DropsAMemoryThatIsNotItsOwn) {
    Motion motion(character);
    controls.muscles.behaviour = hop(0.2);
    steps(motion, controls, 20);
    StoredState stored = motion.stored_state();
    stored.behaviour.resize(stored.behaviour.size() - 2); // one less is what an earlier version wrote
    Motion other(character);
    other.go_to(stored, controls);
    EXPECT_FALSE(other.behaviour());
    stored = motion.stored_state();
    stored.behaviour[1 + 2 * static_cast<std::size_t>(character->model.muscle_count())] = 77.0; // no such kind
    other.go_to(stored, controls);
    EXPECT_FALSE(other.behaviour());
    EXPECT_NE(other.step(controls).status, StepStatus::not_finite) << "it begins anew";
    EXPECT_TRUE(other.behaviour());
}

// What `limber simulate` and `limber export` step is what the window steps.
TEST_F(BehavingBlock, MovesInAScene) {
    SceneDescription scene;
    scene.name = "One block";
    scene.members.emplace_back().character = behaving_block(folder, hop(0.2));
    auto moving = SceneMotion::prepared(scene, [](const CharacterDescription& one) { return one; }).value();
    ThreadPool threads(Threads{.count = 1});
    Motion motion(character);
    controls.muscles.behaviour = hop(0.2);
    for (int i = 0; i < 60; ++i) {
        moving.step(threads);
        motion.step(controls);
    }
    EXPECT_EQ(hash_of(moving), hash_of(motion.state()));
}

} // namespace
} // namespace limber::app
