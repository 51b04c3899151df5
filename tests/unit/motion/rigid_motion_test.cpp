// SPDX-License-Identifier: MIT
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"

#include "app/view/drawables.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RigidBars : public ::testing::Test {
protected:
    /// A bar that stands upright and one that is thrown at its upper end, above a floor.
    SceneDescription thrown() const {
        SceneDescription bars;
        bars.name = "Rigid bars";
        bars.obstacles = Obstacles{{HalfSpace{}}};
        SceneMember standing{scene, identity_affine(), 0.0};
        standing.placement.leftCols<3>() << 0, -1, 0, 1, 0, 0, 0, 0, 1;
        standing.rigid = RigidDescription{.mass = 2.0};
        SceneMember flying{scene, identity_affine(), 0.0};
        flying.placement.col(3) = Vec3(-2.0, 0.8, 0.0);
        flying.rigid = RigidDescription{.mass = 5.0, .velocity = Vec3(8.0, 1.0, 0.0)};
        bars.members = {standing, flying};
        for (SceneMember& member : bars.members) {
            member.changes = R"({"active_clip": -1, "step": {"gravity": [0, -9.81, 0]}})";
        }
        return bars;
    }

    static SceneMotion prepared(const SceneDescription& description) {
        return SceneMotion::prepared(description, [](const CharacterDescription& one) { return one; }).value();
    }

    static void run(SceneMotion& motion, int steps) {
        ThreadPool pool(Threads{.count = 1});
        for (int i = 0; i < steps; ++i) {
            motion.step(pool);
        }
    }

    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
};

TEST_F(RigidBars, ABodyThatFallsCarriesItsCharacterToTheFloor) {
    SceneDescription one = thrown();
    one.members.erase(one.members.begin());
    one.members[0].rigid->velocity.setZero();
    SceneMotion motion = prepared(one);
    run(motion, 120);
    const MovingCharacter& bar = motion.characters()[0];
    EXPECT_NEAR(bar.controls.rig_offset(1, 3), 0.0, 0.02) << "its lower face lies on the floor";
    EXPECT_LT(body_positions(*bar.character, bar.motion.state()).col(1).maxCoeff(), 0.4);
    EXPECT_THAT(motion.fallen(), IsEmpty());
}

TEST_F(RigidBars, AThrownBodyFellsAStandingOne) {
    SceneMotion motion = prepared(thrown());
    run(motion, 10);
    EXPECT_THAT(motion.fallen(), IsEmpty());
    run(motion, 110);
    EXPECT_THAT(motion.fallen(), ElementsAre(0u));
}

TEST_F(RigidBars, SecondaryMotionFollowsTheImpact) {
    SceneMotion motion = prepared(thrown());
    double largest = 0.0;
    for (int i = 0; i < 60; ++i) {
        run(motion, 1);
        const MovingCharacter& hit = motion.characters()[0];
        const Points rigid = limber::testing::transformed(hit.character->mesh.X, hit.controls.rig_offset);
        const Points moved = body_positions(*hit.character, hit.motion.state());
        largest = std::max(largest, (moved - rigid).rowwise().norm().maxCoeff());
    }
    EXPECT_GT(largest, 0.01) << "[m], of a bar of one metre";
}

TEST_F(RigidBars, AStiffCharacterFollowsItsBodyExactly) {
    SceneDescription stiff = thrown();
    stiff.obstacles.reset();
    for (SceneMember& member : stiff.members) {
        member.changes = R"({"active_clip": -1, "material": {"young": 1e10}, "step": {"gravity": [0, -9.81, 0]}})";
        member.rigid->angular_velocity = Vec3(1.0, 2.0, -1.0);
    }
    SceneMotion motion = prepared(stiff);
    run(motion, 30);
    for (const MovingCharacter& bar : motion.characters()) {
        const Points rigid = limber::testing::transformed(bar.character->mesh.X, bar.controls.rig_offset);
        EXPECT_LT((body_positions(*bar.character, bar.motion.state()) - rigid).cwiseAbs().maxCoeff(), 1e-5);
    }
}

TEST_F(RigidBars, TheSameBitsComeAgainAfterABeginning) {
    SceneMotion motion = prepared(thrown());
    run(motion, 90);
    const std::uint64_t first = hash_of(motion);
    motion.begin_again();
    run(motion, 90);
    EXPECT_EQ(hash_of(motion), first);
    SceneMotion other = prepared(thrown());
    run(other, 90);
    EXPECT_EQ(hash_of(other), first);
}

TEST_F(RigidBars, ARecordingOfTheControlsGivesTheSameBits) {
    SceneMotion motion = prepared(thrown());
    ThreadPool pool(Threads{.count = 1});
    std::vector<Recording> recordings(2);
    for (std::uint64_t step = 0; step < 60; ++step) {
        motion.step(pool);
        for (std::size_t i = 0; i < 2; ++i) {
            recordings[i].changes.push_back({step, motion.characters()[i].controls});
        }
    }
    SceneMotion replayed = prepared(thrown());
    for (std::size_t i = 0; i < 2; ++i) {
        recordings[i].start = replayed.characters()[i].motion.stored_state();
        replayed.set_recording(i, recordings[i]);
    }
    EXPECT_EQ(replayed.rigid().count(), 0u) << "the controls have their placements";
    run(replayed, 60);
    EXPECT_EQ(hash_of(replayed), hash_of(motion));
}

TEST_F(RigidBars, TheFileKeepsWhatIsRigid) {
    const SceneDescription bars = thrown();
    const std::filesystem::path path = folder / "rigid.json";
    ASSERT_TRUE(write_scene_file(bars, path));
    const auto read = read_scene_file(path);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.members[1].rigid, bars.members[1].rigid);
    SceneMotion motion = prepared(read.value().value);
    SceneMotion before = prepared(bars);
    run(motion, 40);
    run(before, 40);
    EXPECT_EQ(hash_of(motion), hash_of(before));
}

TEST_F(RigidBars, FaultsAreOneSentence) {
    SceneDescription scaled = thrown();
    scaled.members[0].placement.leftCols<3>() *= 2.0;
    const auto refused = SceneMotion::prepared(scaled, [](const CharacterDescription& one) { return one; });
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("cannot be scaled"));
    const auto read = parse_scene_file(
        R"({"format": "limber-scene", "version": 3, "characters": [{"scene": "bar.json", "rigid": {"mass": -1}}]})",
        "rigid.json", folder.path());
    ASSERT_FALSE(read);
    EXPECT_THAT(sentence(read.error()), HasSubstr("mass"));
}

} // namespace
} // namespace limber::app
