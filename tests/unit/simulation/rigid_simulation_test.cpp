// SPDX-License-Identifier: MIT
#include "app/motion/rigid_carrier.h"
#include "app/motion/scene_motion.h"
#include "app/recording/controls_file.h"
#include "app/simulation/simulation.h"
#include "engine/core/hash.h"
#include "engine/core/json.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;

constexpr int flying = 11;

/// A bar that stands upright and one that is thrown at its upper end, above a floor.
class RigidStage : public ::testing::Test {
protected:
    SceneDescription description(const char* gravity = "[0, -9.81, 0]") const {
        SceneDescription bars;
        bars.name = "Rigid bars";
        bars.obstacles = Obstacles{{HalfSpace{}}};
        SceneMember standing{scene, identity_affine(), 0.0};
        standing.placement.leftCols<3>() << 0, -1, 0, 1, 0, 0, 0, 0, 1;
        standing.rigid = RigidDescription{.mass = 2.0};
        SceneMember thrown{scene, identity_affine(), 0.0};
        thrown.placement.col(3) = Vec3(-2.0, 0.8, 0.0);
        thrown.rigid = RigidDescription{.mass = 5.0};
        bars.members = {standing, thrown};
        for (SceneMember& member : bars.members) {
            member.changes = R"({"active_clip": -1, "step": {"gravity": )" + std::string(gravity) + "}}";
        }
        return bars;
    }

    static SceneMotion prepared(const SceneDescription& description) {
        return SceneMotion::prepared(description, [](const CharacterDescription& one) { return one; }).value();
    }

    static std::vector<SimulatedInstance> instances(const SceneDescription& description, const SceneMotion& motion) {
        std::vector<SimulatedInstance> instances;
        for (std::size_t i = 0; i < motion.characters().size(); ++i) {
            const MovingCharacter& one = motion.characters()[i];
            const CharacterDescription& built = one.character->description;
            instances.push_back({10 + static_cast<int>(i), one.character, one.controls});
            instances.back().rigid =
                rigid_role(description.members[i].rigid, *one.character, built.contact, built.environment);
        }
        return instances;
    }

    void open(const SceneDescription& description) {
        simulation.apply(SceneRequest{instances(description, prepared(description))});
    }

    static std::uint64_t hash_of_all(const Simulation& simulation) {
        Hasher hasher;
        for (const Snapshot& snapshot : simulation.snapshots()) {
            hasher.add(limber::hash_of(snapshot.state));
        }
        return hasher.digest();
    }

    void take_steps(int steps) {
        for (int i = 0; i < steps; ++i) {
            simulation.apply(StepRequest{});
        }
    }

    /// Of the root of the bar that can be thrown.
    Affine root() const {
        return simulation.snapshots()[1].pose[0];
    }

    const RigidThrow throw_at_the_other = {Vec3(8.0, 1.0, 0.0), Vec3::Zero()};
    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
    Simulation simulation{Threads{.count = 1}};
};

TEST_F(RigidStage, HasTheBitsOfAMotionWithoutAWindow) {
    SceneDescription bars = description();
    bars.members[1].rigid->velocity = throw_at_the_other.velocity;
    SceneMotion motion = prepared(bars);
    open(bars);
    ThreadPool pool(Threads{.count = 1});
    for (int i = 0; i < 90; ++i) {
        motion.step(pool);
        take_steps(1);
        ASSERT_EQ(hash_of_all(simulation), hash_of(motion)) << "step " << i;
    }
    EXPECT_THAT(motion.fallen(), ElementsAre(0u)) << "they have met";
}

TEST_F(RigidStage, AResetBringsTheSameBitsAgain) {
    SceneDescription bars = description();
    bars.members[1].rigid->velocity = throw_at_the_other.velocity;
    open(bars);
    const std::uint64_t start = hash_of_all(simulation);
    take_steps(60);
    const std::uint64_t later = hash_of_all(simulation);
    simulation.apply(TimeRequest{});
    EXPECT_EQ(hash_of_all(simulation), start);
    take_steps(60);
    EXPECT_EQ(hash_of_all(simulation), later);
}

TEST_F(RigidStage, ARewindContinuesWithTheSameBits) {
    SceneDescription bars = description();
    bars.members[1].rigid->velocity = throw_at_the_other.velocity;
    open(bars);
    take_steps(20);
    const std::uint64_t then = hash_of_all(simulation);
    const Affine place = root();
    take_steps(50);
    const std::uint64_t later = hash_of_all(simulation);
    simulation.apply(RewindRequest{20});
    EXPECT_EQ(hash_of_all(simulation), then);
    EXPECT_EQ(root(), place) << "bones are where they were";
    take_steps(50);
    EXPECT_EQ(hash_of_all(simulation), later);
    EXPECT_EQ(simulation.snapshots().front().timeline.first, 0u) << "it is the same segment of the timeline";
}

TEST_F(RigidStage, AThrowGivesABodyItsMomentum) {
    const SceneDescription weightless = description("[0, 0, 0]");
    const double h = prepared(weightless).characters().front().controls.time_step;
    open(weightless);
    take_steps(3);
    const Affine before = root();
    simulation.apply(ThrowRequest{flying, {Vec3(3.0, 2.0, -1.0), Vec3::Zero()}});
    take_steps(1);
    const Vec3 velocity = (root().col(3) - before.col(3)) / h;
    EXPECT_LT((velocity - Vec3(3.0, 2.0, -1.0)).norm(), 1e-3) << "[m/s]";
    take_steps(9);
    EXPECT_LT((root().col(3) - before.col(3) - 10.0 * h * Vec3(3.0, 2.0, -1.0)).norm(), 1e-4)
        << "nothing changes it, and it is thrown once";
}

TEST_F(RigidStage, NoThrowIsAJumpOfTheRig) {
    open(description("[0, 0, 0]"));
    simulation.apply(ThrowRequest{flying, {Vec3(0.0, 0.0, -60.0), Vec3::Zero()}});
    take_steps(5);
    EXPECT_LT(root()(2, 3), -2.0) << "farther than its length in a few steps";
    EXPECT_EQ(simulation.snapshots()[1].rig_jumps, 0u);
}

TEST_F(RigidStage, AThrowHasTheSameBitsInAFileOfControls) {
    const SceneDescription bars = description();
    SceneMotion motion = prepared(bars);
    Json event = Json::object_t{{"step", 10}, {"throw", throw_json(throw_at_the_other)}};
    const Json file =
        Json::object_t{{"format", "limber-controls"}, {"version", 1}, {"events", Json::array_t{std::move(event)}}};
    const MovingCharacter& thrown = motion.characters()[1];
    const auto recording = parse_controls(to_text(file), "throw.json", *thrown.character, thrown.controls);
    ASSERT_TRUE(recording) << sentence(recording.error());
    EXPECT_EQ(recording.value().value.changes.size(), 2u) << "the throw, and its end one step later";
    motion.set_recording(1, recording.value().value);
    EXPECT_EQ(motion.rigid().count(), 2u) << "the controls move no rig";
    open(bars);
    ThreadPool pool(Threads{.count = 1});
    for (int i = 0; i < 70; ++i) {
        if (i == 10) {
            simulation.apply(ThrowRequest{flying, throw_at_the_other});
        }
        motion.step(pool);
        take_steps(1);
        ASSERT_EQ(hash_of_all(simulation), hash_of(motion)) << "step " << i;
    }
    EXPECT_THAT(motion.fallen(), ElementsAre(0u));
}

TEST_F(RigidStage, ARepeatedThrowHasTheSameBits) {
    for (const int steps_before : {0, 1, 23}) {
        open(description());
        simulation.apply(TimeRequest{});
        take_steps(steps_before);
        simulation.apply(ThrowRequest{flying, throw_at_the_other});
        take_steps(40);
        const std::uint64_t first = hash_of_all(simulation);
        take_steps(7);
        for (int time = 0; time < 2; ++time) {
            simulation.apply(ThrowRequest{flying, throw_at_the_other, true});
            take_steps(40);
            EXPECT_EQ(hash_of_all(simulation), first) << steps_before << " steps before it, repeated " << time;
        }
        simulation.apply(RewindRequest{0});
        take_steps(3);
        simulation.apply(ThrowRequest{flying, throw_at_the_other, true});
        take_steps(40);
        EXPECT_EQ(hash_of_all(simulation), first) << steps_before << " steps before it, after a rewind";
    }
}

TEST_F(RigidStage, AThrowThatIsRepeatedBeforeAnyOtherStartsTheSceneAgain) {
    open(description());
    simulation.apply(ThrowRequest{flying, throw_at_the_other, true});
    take_steps(40);
    const std::uint64_t first = hash_of_all(simulation);
    simulation.apply(ThrowRequest{flying, throw_at_the_other, true});
    take_steps(40);
    EXPECT_EQ(hash_of_all(simulation), first);
}

TEST_F(RigidStage, AThrowIsRecordedAndReplayed) {
    const SceneDescription bars = description();
    const SceneMotion motion = prepared(bars);
    open(bars);
    simulation.apply(RecordRequest{});
    take_steps(5);
    simulation.apply(ThrowRequest{flying, throw_at_the_other});
    take_steps(40);
    const Session session = simulation.take_recording();
    ASSERT_EQ(session.segments.size(), 1u);
    std::vector<std::uint64_t> throws;
    for (const CharacterRecording& one : session.segments.front().characters) {
        EXPECT_EQ(one.recording.step_count, 45u);
        Motion again(motion.characters().front().character);
        EXPECT_FALSE(replayed(one.recording, one.start, again).first_difference) << one.id;
        for (const ControlsChange& change : one.recording.changes) {
            if (change.controls.thrown) {
                EXPECT_EQ(one.id, flying);
                EXPECT_EQ(*change.controls.thrown, throw_at_the_other);
                throws.push_back(change.step);
            }
        }
    }
    EXPECT_THAT(throws, ElementsAre(5u));
}

TEST_F(RigidStage, ABodyThatIsMovedStartsAgainThere) {
    const SceneDescription bars = description();
    std::vector<SimulatedInstance> both = instances(bars, prepared(bars));
    simulation.apply(SceneRequest{both});
    take_steps(30);
    EXPECT_LT(root()(1, 3), both[1].controls.rig_offset(1, 3)) << "it falls";
    both[1].controls.rig_offset.col(3) = Vec3(-3.0, 2.0, 0.5);
    simulation.apply(ControlsRequest{flying, both[1].controls});
    take_steps(1);
    EXPECT_LT((simulation.snapshots()[1].pose[0].col(3) -
               compose(both[1].controls.rig_offset, both[1].character->rig.skeleton.bones[0].rest).col(3))
                  .norm(),
              0.01);
}

TEST_F(RigidStage, AMassOfTheDensityFollowsItWhileTheBodyMoves) {
    SceneDescription bars = description("[0, 0, 0]");
    bars.members[1].rigid->mass = 0.0;
    bars.members[1].rigid->velocity = Vec3(1.0, 0.0, 0.0);
    SimulatedInstance thrown = instances(bars, prepared(bars))[1];
    SimulatedCharacter character(thrown);
    const MovingRigidBody before = character.begin_rigid_step().value();
    const double mass = before.body->mass;
    const RigidState state = *before.state;
    thrown.controls.density *= 3.0;
    character.set_controls(thrown.controls, false);
    const MovingRigidBody denser = character.begin_rigid_step().value();
    EXPECT_NEAR(denser.body->mass, 3.0 * mass, 1e-9 * mass);
    EXPECT_EQ(denser.state->velocity, state.velocity);
    EXPECT_LT((placement_of(*denser.body, *denser.state).col(3) - thrown.controls.rig_offset.col(3)).norm(), 1e-9);
}

// By 2 cm, which is far less than what is found to be a jump.
TEST_F(RigidStage, ABodyThatIsMovedALittleThrowsNoFlesh) {
    const SceneDescription bars = description("[0, 0, 0]");
    std::vector<SimulatedInstance> both = instances(bars, prepared(bars));
    simulation.apply(SceneRequest{both});
    take_steps(3);
    const AffineStack before = simulation.snapshots()[1].state.Z;
    const Affine place = root();
    both[1].controls.rig_offset(1, 3) += 0.02;
    simulation.apply(ControlsRequest{flying, both[1].controls});
    take_steps(1);
    EXPECT_NEAR(root()(1, 3) - place(1, 3), 0.02, 1e-6);
    EXPECT_LT((simulation.snapshots()[1].state.Z - before).cwiseAbs().maxCoeff(), 1e-4);
    const std::uint64_t step = simulation.snapshots()[1].timeline.place;
    take_steps(1);
    EXPECT_EQ(simulation.snapshots()[1].timeline.place, step + 1) << "and continues from there";
}

TEST_F(RigidStage, AMoveHasTheSameBitsInARecordingAndAfterARewind) {
    const SceneDescription bars = description();
    std::vector<SimulatedInstance> both = instances(bars, prepared(bars));
    simulation.apply(SceneRequest{both});
    simulation.apply(RecordRequest{});
    take_steps(5);
    both[1].controls.rig_offset(1, 3) += 0.02;
    simulation.apply(ControlsRequest{flying, both[1].controls});
    take_steps(20);
    const std::uint64_t last = simulation.snapshots()[1].timeline.place;
    const std::uint64_t later = hash_of_all(simulation);
    const Session session = simulation.take_recording();
    std::uint64_t steps = 0;
    for (const Segment& segment : session.segments) {
        for (const CharacterRecording& one : segment.characters) {
            Motion again(both.front().character);
            EXPECT_FALSE(replayed(one.recording, one.start, again).first_difference) << one.id;
        }
        steps += segment.characters.front().recording.step_count;
    }
    EXPECT_EQ(steps, 25u);
    simulation.apply(RewindRequest{last - 20});
    take_steps(20);
    EXPECT_EQ(hash_of_all(simulation), later);
}

TEST_F(RigidStage, AThrowEndsAReplayAndIsNotLost) {
    open(description("[0, 0, 0]"));
    take_steps(40);
    simulation.apply(ReplayRequest{});
    auto now = Simulation::Clock::now();
    simulation.run_to(now);
    simulation.apply(ThrowRequest{flying, {Vec3(3.0, 0.0, 0.0), Vec3::Zero()}});
    const Affine before = root();
    for (int i = 0; i < 10; ++i) {
        now += std::chrono::milliseconds(20);
        simulation.run_to(now);
    }
    EXPECT_GT(root()(0, 3), before(0, 3) + 0.1);
}

} // namespace
} // namespace limber::app
