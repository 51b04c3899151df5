// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"
#include "app/scenes/prepared_scene.h"
#include "app/simulation/simulation.h"
#include "engine/core/hash.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

/// Three bars in one simulation.
class BarStage : public ::testing::Test {
protected:
    SceneDescription description() const {
        SceneDescription all;
        for (const double place : {0.0, 2.0, 5.0}) {
            SceneMember member{scene, identity_affine(), 0.1 * place};
            member.placement.col(3).x() = place;
            all.members.push_back(member);
        }
        return all;
    }

    SceneMotion prepared() const {
        return SceneMotion::prepared(description(), [](const CharacterDescription& it) { return it; }).value();
    }

    std::vector<SimulatedInstance> instances() const {
        std::vector<SimulatedInstance> instances;
        const SceneDescription wanted = description();
        for (std::size_t i = 0; i < wanted.members.size(); ++i) {
            const SceneMember& member = wanted.members[i];
            instances.push_back({static_cast<int>(10 + i), character,
                                 starting_controls({member, {}, character->description, character}), member.clip_time});
        }
        return instances;
    }

    static std::uint64_t hash_of_all(const Simulation& simulation) {
        Hasher hasher;
        for (const Snapshot& snapshot : simulation.snapshots()) {
            hasher.add(limber::hash_of(snapshot.state));
        }
        return hasher.digest();
    }

    static void take_steps(Simulation& simulation, int steps) {
        for (int i = 0; i < steps; ++i) {
            simulation.apply(StepRequest{});
        }
    }

    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
    CharacterPtr character = prepared().characters().front().character;
};

TEST_F(BarStage, HasTheSameBitsOnAnyNumberOfThreads) {
    SceneMotion all = prepared();
    ThreadPool pool;
    for (int i = 0; i < 20; ++i) {
        all.step(pool);
    }
    for (const int threads : {1, 2, 4}) {
        Simulation simulation(Threads{.count = threads});
        simulation.apply(SceneRequest{instances()});
        take_steps(simulation, 20);
        EXPECT_EQ(hash_of_all(simulation), hash_of(all)) << threads << " threads";
    }
}

TEST_F(BarStage, AddingAndRemovingKeepsTheOthersMoving) {
    Simulation simulation;
    std::vector<SimulatedInstance> two = instances();
    two.pop_back();
    simulation.apply(SceneRequest{two});
    take_steps(simulation, 8);
    std::vector<SimulatedInstance> others = instances();
    others.erase(others.begin());
    simulation.apply(SceneRequest{others});
    take_steps(simulation, 4);
    const std::vector<Snapshot> now = simulation.snapshots();
    ASSERT_EQ(now.size(), 2u);
    EXPECT_EQ(now[0].id, 11);
    EXPECT_EQ(now[0].step_count, 12u);
    EXPECT_EQ(now[1].step_count, 12u) << "all characters count equally";

    Simulation undisturbed;
    undisturbed.apply(SceneRequest{instances()});
    take_steps(undisturbed, 12);
    EXPECT_EQ(limber::hash_of(now[0].state), limber::hash_of(undisturbed.snapshots()[1].state));
    EXPECT_EQ(now[0].timeline.first, 0u) << "earlier steps can be restored";
}

TEST_F(BarStage, RewindsAllCharactersAndContinuesWithTheSameBits) {
    Simulation simulation;
    simulation.apply(SceneRequest{instances()});
    take_steps(simulation, 5);
    const std::uint64_t then = hash_of_all(simulation);
    take_steps(simulation, 6);
    const std::uint64_t later = hash_of_all(simulation);
    simulation.apply(RewindRequest{5});
    EXPECT_EQ(hash_of_all(simulation), then);
    for (const Snapshot& snapshot : simulation.snapshots()) {
        EXPECT_EQ(snapshot.timeline.last, 11u);
    }
    take_steps(simulation, 6);
    EXPECT_EQ(hash_of_all(simulation), later);
}

TEST_F(BarStage, PokeAffectsOneCharacterOnly) {
    Simulation poked;
    Simulation quiet;
    for (Simulation* simulation : {&poked, &quiet}) {
        simulation->apply(SceneRequest{instances()});
        take_steps(*simulation, 3);
    }
    LiveControls pull = instances()[1].controls;
    pull.handles.push_back({1, {3, 3, 3}, {1, 0, 0}, 500.0, Vec3(2.0, 1.0, 0.0)});
    poked.apply(ControlsRequest{11, pull});
    take_steps(poked, 5);
    take_steps(quiet, 5);
    const auto a = poked.snapshots();
    const auto b = quiet.snapshots();
    EXPECT_EQ(limber::hash_of(a[0].state), limber::hash_of(b[0].state));
    EXPECT_NE(limber::hash_of(a[1].state), limber::hash_of(b[1].state));
    EXPECT_EQ(limber::hash_of(a[2].state), limber::hash_of(b[2].state));
}

TEST_F(BarStage, RecordsEachClipStart) {
    Simulation simulation;
    simulation.apply(SceneRequest{instances()});
    take_steps(simulation, 3);
    simulation.apply(RecordRequest{});
    take_steps(simulation, 4);
    simulation.apply(RewindRequest{simulation.snapshots().front().timeline.last - 2});
    take_steps(simulation, 3);
    const std::uint64_t last = hash_of_all(simulation);
    const Session session = simulation.take_recording();
    ASSERT_EQ(session.segments.size(), 1u);
    ASSERT_EQ(session.segments.front().characters.size(), 3u);
    Hasher hasher;
    for (const CharacterRecording& one : session.segments.front().characters) {
        EXPECT_EQ(one.recording.step_count, 5u);
        Motion again(character);
        EXPECT_FALSE(replayed(one.recording, one.start, again).first_difference) << one.id;
        hasher.add(limber::hash_of(again.state()));
    }
    EXPECT_EQ(hasher.digest(), last);
}

TEST_F(BarStage, RestartsEachCharacterAtRestAtItsOwnTime) {
    Simulation simulation;
    simulation.apply(SceneRequest{instances()});
    const std::uint64_t start = hash_of_all(simulation);
    take_steps(simulation, 9);
    simulation.apply(TimeRequest{});
    EXPECT_EQ(hash_of_all(simulation), start);
    simulation.apply(TimeRequest{0.25});
    EXPECT_DOUBLE_EQ(simulation.snapshots()[2].clip_time, 0.75);
    EXPECT_EQ(simulation.snapshots()[2].state.Z.norm(), 0.0);
}

} // namespace
} // namespace limber::app
