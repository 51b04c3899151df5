// SPDX-License-Identifier: MIT
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"

#include "app/document/obstacle_placing.h"
#include "app/scenes/prepared_scene.h"
#include "app/view/drawables.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class BarsInOneScene : public ::testing::Test {
protected:
    static SceneMotion prepared(const SceneDescription& description) {
        return SceneMotion::prepared(description, [](const CharacterDescription& scene) { return scene; }).value();
    }

    SceneDescription three() const {
        SceneDescription bars;
        bars.name = "Three bars";
        for (const double place : {0.0, 2.0, 5.0}) {
            SceneMember member{scene, identity_affine(), 0.1 * place};
            member.placement.col(3).x() = place;
            bars.members.push_back(member);
        }
        return bars;
    }

    static std::uint64_t hash_after(SceneMotion motion, int steps, int threads) {
        ThreadPool pool(Threads{.count = threads});
        for (int i = 0; i < steps; ++i) {
            motion.step(pool);
        }
        return hash_of(motion);
    }

    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
};

TEST_F(BarsInOneScene, CharactersOfOneSceneShareAModel) {
    const SceneMotion motion = prepared(three());
    EXPECT_EQ(motion.characters().size(), 3u);
    EXPECT_EQ(motion.models().size(), 1u);
    EXPECT_EQ(motion.characters()[0].character, motion.characters()[2].character);
}

// The window draws the ground at home as well (SceneBounds::ground).
TEST_F(BarsInOneScene, KeepTheirHomeWhereTheyAreMoved) {
    SceneDescription bars = three();
    LiveState lifted;
    lifted.rig_offset = bars.members[1].placement;
    lifted.rig_offset->col(3) += Vec3(0.0, 1.5, 0.0);
    bars.members[1].live = lifted;
    bars.members[2].live = lifted;
    Affine home = identity_affine();
    home.col(3) = Vec3(0.0, 0.25, 7.0);
    bars.members[2].live->home = home;
    SceneMotion motion = prepared(bars);
    EXPECT_EQ(motion.characters()[0].home, bars.members[0].placement);
    EXPECT_EQ(motion.characters()[1].home, bars.members[1].placement);
    EXPECT_EQ(motion.characters()[1].controls.rig_offset, *lifted.rig_offset);
    EXPECT_EQ(motion.characters()[2].home, home);
    LiveControls moved = motion.characters()[0].controls;
    moved.rig_offset.col(3).y() += 2.0;
    motion.set_controls(0, moved);
    EXPECT_EQ(motion.characters()[0].home, bars.members[0].placement);
}

// A block on the tip of the first bar, which its clip swings into the second one above it.
SceneDescription bars_with_a_carried_block(const std::filesystem::path& scene, const std::string& bone = "tip") {
    SceneDescription bars;
    bars.name = "Two bars";
    for (const double place : {0.0, 0.35}) {
        SceneMember member{scene, identity_affine(), 0.0};
        member.placement.col(3).y() = place;
        bars.members.push_back(member);
    }
    bars.members[0].changes = R"({"step": {"gravity": [0, 0, 0]}})";
    bars.members[1].changes = R"({"step": {"gravity": [0, 0, 0]}, "active_clip": -1})"; // it stands still
    Obstacle block;
    Box box;
    box.half_size = Vec3(0.05, 0.05, 0.2);
    box.placement.col(3) = Vec3(1.0, 0.29, 0.15);
    block.shape = box;
    Affine reference = identity_affine();
    reference.col(3) = Vec3(0.5, 0.15, 0.15); // of the bone at rest
    block.carrier = Carrier{0, bone, reference};
    bars.obstacles = Obstacles{block};
    return bars;
}

TEST_F(BarsInOneScene, ABoneCarriesAnObstacleWithItsVelocity) {
    SceneMotion motion = prepared(bars_with_a_carried_block(scene));
    ThreadPool pool(Threads{.count = 2});
    Affine before = identity_affine();
    for (int i = 0; i < 20; ++i) {
        motion.step(pool);
        const MovingCharacter& first = motion.characters()[0];
        const Affine bone = first.motion.pose()[1];
        const Affine rest = first.character->rig.skeleton.bones[1].rest;
        for (const MovingCharacter& moving : motion.characters()) {
            const Obstacle& block = moving.motion.controls().contact.obstacles->front();
            const Box at_rest = std::get<Box>(moving.character->obstacles->front().shape);
            const Affine placement = std::get<Box>(block.shape).placement;
            EXPECT_LT((placement - compose(bone, compose(inverse(rest), at_rest.placement))).norm(), 1e-12);
            if (i > 0) {
                ASSERT_TRUE(block.motion);
                EXPECT_LT((compose(*block.motion, before) - placement).norm(), 1e-12) << "from the last place to this";
            }
            EXPECT_TRUE(i == 0 || (placement - before).norm() > 1e-4) << "the clip moves it";
        }
        before = std::get<Box>(motion.characters()[1].motion.controls().contact.obstacles->front().shape).placement;
    }
}

TEST_F(BarsInOneScene, ACarriedObstaclePushesTheBarThatItMeets) {
    const auto pushed = [&](const std::string& bone) {
        SceneMotion motion = prepared(bars_with_a_carried_block(scene, bone));
        ThreadPool pool(Threads{.count = 1});
        double force = 0.0;
        for (int i = 0; i < 60; ++i) {
            motion.step(pool);
            force = std::max(force, motion.characters()[1].motion.state().contact_force.rowwise().norm().maxCoeff());
        }
        return force;
    };
    EXPECT_GT(pushed("tip"), 0.1);
    EXPECT_EQ(pushed("no such bone"), 0.0) << "it stays in place, beside both bars";
}

TEST_F(BarsInOneScene, ARecordingHasThePlacesOfCarriedObstacles) {
    const SceneDescription description = bars_with_a_carried_block(scene);
    SceneMotion motion = prepared(description);
    ThreadPool pool(Threads{.count = 1});
    std::vector<Recording> recordings(2);
    for (std::uint64_t step = 0; step < 40; ++step) {
        motion.step(pool);
        for (std::size_t i = 0; i < 2; ++i) {
            recordings[i].changes.push_back({step, motion.characters()[i].controls});
            recordings[i].step_count = step + 1;
        }
    }
    SceneDescription alone; // the second bar, without the one that carries the block
    alone.members = {description.members[1]};
    alone.obstacles = description.obstacles;
    alone.obstacles->front().carrier.reset();
    SceneMotion again = prepared(alone);
    const LiveControls start = again.characters()[0].controls;
    const auto read = parse_controls(limber::testing::controls_json(recordings[1], start), "tape",
                                     *again.characters()[0].character, start);
    ASSERT_TRUE(read) << sentence(read.error());
    again.set_recording(0, read.value().value);
    for (int step = 0; step < 40; ++step) {
        again.step(pool);
    }
    EXPECT_EQ(hash_of(again), limber::hash_of(motion.characters()[1].motion.state())) << "bit for bit";
}

TEST_F(BarsInOneScene, AnObstacleWhoseBoneIsMissingIsReported) {
    const SceneMotion motion = prepared(bars_with_a_carried_block(scene, "wing"));
    EXPECT_THAT(motion.warnings(), Contains(HasSubstr("no bone \"wing\"")));
}

TEST_F(BarsInOneScene, ACarriedObstacleIsSavedAndTurnsWithItsScene) {
    const SceneDescription description = bars_with_a_carried_block(scene);
    const auto back = parse_scene_file(scene_file_json(description, "/"), "scene", "/");
    ASSERT_TRUE(back) << sentence(back.error());
    EXPECT_THAT(back.value().warnings, IsEmpty());
    EXPECT_EQ(back.value().value.obstacles, description.obstacles);
    Environment environment;
    environment.obstacles = *description.obstacles;
    const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    turn(environment, R);
    const Affine& reference = environment.obstacles[0].carrier->reference;
    EXPECT_LT((reference.col(3) - R * Vec3(0.5, 0.15, 0.15)).norm(), 1e-12);
    EXPECT_LT((reference.leftCols<3>() - R).norm(), 1e-12);
}

TEST_F(BarsInOneScene, WarmUpBeforeTheFirstStep) {
    SceneDescription bars = three();
    bars.warm_up = 0.5;
    const SceneMotion warm = prepared(bars);
    bars.warm_up = 0.0;
    const SceneMotion cold = prepared(bars);
    for (std::size_t i = 0; i < 3; ++i) {
        const Motion& motion = warm.characters()[i].motion;
        EXPECT_EQ(motion.state().time, 0.0);
        EXPECT_EQ(motion.step_count(), 0U);
        EXPECT_EQ(motion.clip_time(), cold.characters()[i].motion.clip_time());
        EXPECT_LT((motion.state().P - cold.characters()[i].motion.state().P).cwiseAbs().maxCoeff(), 1e-9);
        EXPECT_GT(motion.state().Z.norm(), 1e-3);
        EXPECT_EQ(cold.characters()[i].motion.state().Z.norm(), 0.0);
        // The same as so many steps of a motion that starts so much earlier in its clip.
        Motion long_way(warm.characters()[i].character);
        const LiveControls& controls = warm.characters()[i].controls;
        long_way.set_time(controls, motion.clip_time() - 30.0 * controls.time_step);
        for (int step = 0; step < 30; ++step) {
            long_way.step(controls);
        }
        EXPECT_LT((long_way.state().Z - motion.state().Z).cwiseAbs().maxCoeff(), 1e-9);
    }
}

TEST_F(BarsInOneScene, WarmUpIsSavedWithThem) {
    SceneDescription bars = three();
    bars.warm_up = 1.25;
    const auto read = parse_scene_file(scene_file_json(bars, folder.path()), "scene", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.warm_up, 1.25);
    const auto refused = parse_scene_file(
        R"({"format": "limber-scene", "version": 2, "characters": [{"scene": "a"}], "warm_up": 1e9})", "scene", {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("warm_up between 0 and 60"));
}

TEST_F(BarsInOneScene, ObstaclesOfAllScenesAreMerged) {
    SceneDescription description = three();
    const std::string ball = R"({"contact": {"obstacles": [{"shape": "ball", "centre": [0, 0, 1], "radius": 0.5}]}})";
    description.members[0].changes = ball;
    description.members[2].changes = ball;
    const SceneMotion motion = prepared(description);
    for (const MovingCharacter& moving : motion.characters()) {
        const Obstacles& there = moving.character->description.environment.obstacles;
        ASSERT_EQ(there.size(), 2u);
        EXPECT_EQ(std::get<Ball>(there[0].shape).centre, Vec3(0, 0, 1));
        EXPECT_EQ(std::get<Ball>(there[1].shape).centre, Vec3(5, 0, 1)) << "moved with its character";
    }
    EXPECT_EQ(motion.models().size(), 1u) << "characters with the same obstacles share one model";

    description.obstacles = Obstacles{{Ball{Vec3(1, 2, 3), 0.25}}};
    const auto back = parse_scene_file(scene_file_json(description, "/"), "scene", "/");
    ASSERT_TRUE(back) << sentence(back.error());
    EXPECT_EQ(back.value().value.obstacles, description.obstacles);
    EXPECT_EQ(prepared(description).characters()[1].character->description.environment.obstacles,
              *description.obstacles)
        << "the scene's obstacles replace those of its members";
}

TEST_F(BarsInOneScene, HaveTheFirstWindAndTheFirstTimeStep) {
    SceneDescription description = three();
    description.members[1].changes = R"({"contact": {"wind": [1, 0, 0], "air_drag": 2}, "step": {"time_step": 0.5}})";
    description.members[2].changes = R"({"contact": {"wind": [0, 0, 9], "air_drag": 3}})";
    const SceneMotion motion = prepared(description);
    const double first = motion.characters().front().character->description.environment.time_step;
    EXPECT_NE(first, 0.5);
    for (const MovingCharacter& moving : motion.characters()) {
        EXPECT_EQ(moving.controls.wind, (Wind{Vec3(1, 0, 0), 2.0}));
        EXPECT_EQ(moving.controls.time_step, first);
    }
    EXPECT_EQ(motion.models().size(), 1u) << "no model is built for a wind";
}

// A scene of bars, one raised and one lowered.
TEST_F(BarsInOneScene, FloorIsTheLowestOfAllCharacters) {
    SceneDescription description = three();
    for (SceneMember& member : description.members) {
        member.changes = R"({"contact": {"floor": true}})";
    }
    description.members[0].placement.col(3).y() = 0.5;
    description.members[1].placement.col(3).y() = -0.25;
    const SceneMotion motion = prepared(description);
    const Character& bar = *motion.characters().front().character;
    const double own = (bar.mesh.X * up_of(bar.description)).minCoeff();
    for (const MovingCharacter& moving : motion.characters()) {
        ASSERT_EQ(moving.character->obstacles->size(), 1u);
        const auto& floor = std::get<HalfSpace>(moving.character->obstacles->front().shape);
        EXPECT_NEAR(floor.point.y(), own - 0.25, 1e-12);
    }
}

TEST_F(BarsInOneScene, StartAtTheirPositions) {
    SceneDescription description = three();
    description.members[1].clip_time = 0.0;
    const SceneMotion motion = prepared(description);
    const auto where = [&](std::size_t i) {
        const MovingCharacter& moving = motion.characters()[i];
        return bounding_box(body_positions(*moving.character, moving.motion.state())).centre();
    };
    EXPECT_NEAR((where(1) - where(0) - Vec3(2, 0, 0)).norm(), 0.0, 1e-12);
}

TEST_F(BarsInOneScene, HasTheSameBitsOnAnyNumberOfThreads) {
    EXPECT_EQ(hash_after(prepared(three()), 20, 1), hash_after(prepared(three()), 20, 3));
}

TEST_F(BarsInOneScene, MoveAsTheyMoveAlone) {
    SceneMotion all = prepared(three());
    SceneDescription last = three();
    last.members.erase(last.members.begin(), last.members.begin() + 2);
    SceneMotion alone = prepared(last);
    ThreadPool pool;
    for (int i = 0; i < 10; ++i) {
        all.step(pool);
        alone.step(pool);
    }
    EXPECT_EQ(limber::hash_of(all.characters()[2].motion.state()),
              limber::hash_of(alone.characters()[0].motion.state()));
}

TEST_F(BarsInOneScene, RoundTrip) {
    SceneDescription saved = three();
    saved.camera = CameraDescription{};
    const auto read = parse_scene_file(scene_file_json(saved, folder.path()), "scene.json", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value, saved);
}

TEST_F(BarsInOneScene, RejectInvalidScenes) {
    const std::pair<const char*, const char*> refusals[] = {
        {R"({"format": "limber-scene", "version": 1, "characters": []})", "at least one character"},
        {R"({"format": "limber-scene", "version": 1, "characters": [{"at": [0, 0, 0]}]})", "scene"},
        {R"({"format": "limber-scene", "version": 1, "characters": [{"scene": "a.json", "at": 3}]})", "at"},
        {R"({"format": "limber-scene", "version": 1, "characters": [{"scene": "a.json",
             "placement": [[1,0,0,0],[0,1,0,0],[0,0,-1,0]]}]})",
         "neither mirrors nor flattens"},
    };
    for (const auto& [text, words] : refusals) {
        const auto read = parse_scene_file(text, "scene.json", folder.path());
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(sentence(read.error()), HasSubstr(words));
    }
}

TEST_F(BarsInOneScene, SeaHasAllItsCreatures) {
    EXPECT_TRUE(is_list_of_characters("creature:sea"));
    EXPECT_FALSE(is_list_of_characters(scene));
    const auto sea = read_scene_file("creature:sea");
    ASSERT_TRUE(sea);
    EXPECT_EQ(sea.value().value.members.size(), 26u);
}

TEST_F(BarsInOneScene, TheLaneHasABallAndTenPinsThatAreRigid) {
    EXPECT_TRUE(is_list_of_characters("creature:bowling"));
    const auto lane = read_scene_file("creature:bowling");
    ASSERT_TRUE(lane);
    const SceneDescription& all = lane.value().value;
    ASSERT_EQ(all.members.size(), 11u);
    for (std::size_t i = 0; i < all.members.size(); ++i) {
        ASSERT_TRUE(all.members[i].rigid) << i;
        EXPECT_EQ(all.members[i].rigid->shape == RigidShape::ball, i == 0) << i;
        EXPECT_FALSE(fault_in(*all.members[i].rigid)) << i;
    }
    const auto saved = parse_scene_file(scene_file_json(all, folder.path()), "lane.json", folder.path());
    ASSERT_TRUE(saved) << sentence(saved.error());
    EXPECT_EQ(saved.value().value.members, all.members);
    EXPECT_EQ(saved.value().value.obstacles, all.obstacles);
}

// A carried obstacle lies where its bone is at rest, so that it follows the character from there.
void expect_carried(const SceneDescription& scene, int character, const Vec3& place) {
    bool has_carrier = false;
    for (const Obstacle& obstacle : *scene.obstacles) {
        if (obstacle.carrier) {
            has_carrier = true;
            EXPECT_EQ(obstacle.carrier->character, character);
            EXPECT_FALSE(obstacle.carrier->bone.empty());
            EXPECT_LT((obstacle.carrier->reference.col(3) - place).norm(), 0.2);
        }
    }
    EXPECT_TRUE(has_carrier);
}

TEST_F(BarsInOneScene, TheBedHasAVisitorThatCarriesObstacles) {
    const auto bed = read_scene_file("creature:bedtime");
    ASSERT_TRUE(bed);
    const SceneDescription& all = bed.value().value;
    ASSERT_EQ(all.members.size(), 2u);
    EXPECT_EQ(all.members[0].scene, "creature:mattress");
    EXPECT_EQ(all.members[1].scene, "creature:hippo");
    EXPECT_EQ(all.name, "Bedtime");
    ASSERT_TRUE(all.obstacles);
    expect_carried(all, 1, all.members[1].placement.col(3));
    const auto saved = parse_scene_file(scene_file_json(all, folder.path()), "bed.json", folder.path());
    ASSERT_TRUE(saved) << sentence(saved.error());
    EXPECT_EQ(saved.value().value.members, all.members);
    EXPECT_EQ(saved.value().value.obstacles, all.obstacles);
}

TEST_F(BarsInOneScene, TheBallGameHasARigidBallAndASoftBear) {
    const auto game = read_scene_file("creature:ball_game");
    ASSERT_TRUE(game);
    const SceneDescription& all = game.value().value;
    ASSERT_EQ(all.members.size(), 2u);
    ASSERT_TRUE(all.members[0].rigid);
    EXPECT_EQ(all.members[0].rigid->shape, RigidShape::ball);
    EXPECT_EQ(all.members[1].scene, "creature:teddy");
    EXPECT_FALSE(all.members[1].rigid);
    ASSERT_TRUE(all.obstacles);
    expect_carried(all, 0, all.members[0].placement.col(3));
}

TEST_F(BarsInOneScene, TheDragonOnSpringsIsOneCharacterThatTheMouseAndKeysMoveByItsSprings) {
    EXPECT_TRUE(is_list_of_characters("creature:dragon_on_springs"));
    const auto read = read_scene_file("creature:dragon_on_springs");
    ASSERT_TRUE(read);
    ASSERT_EQ(read.value().value.members.size(), 1u);
    const SceneMember& dragon = read.value().value.members[0];
    ASSERT_TRUE(dragon.live);
    EXPECT_EQ(dragon.scene, "creature:drake");
    EXPECT_TRUE(dragon.live->drags_springs);
    EXPECT_TRUE(dragon.live->placed_handles.empty()) << "it stands free";
    ASSERT_EQ(dragon.live->movements.size(), 3u);
    EXPECT_EQ(dragon.live->movements[0].name, "Walk");
    EXPECT_EQ(dragon.live->movements[1].name, "Flap");
    EXPECT_EQ(dragon.live->movements[2].name, "Wag");
    EXPECT_FALSE(fault_in(dragon.live->movements));
    for (const SpringMovement& movement : dragon.live->movements) {
        EXPECT_GE(movement.springs.size(), 4u) << movement.name;
        for (const MovedSpring& moved : movement.springs) {
            EXPECT_LE(static_cast<std::size_t>(moved.spring), dragon.live->placed_springs.size()) << movement.name;
        }
    }
}

TEST_F(BarsInOneScene, TheRopeBridgeHangsByTheEndsOfItsRopes) {
    EXPECT_TRUE(is_list_of_characters("creature:rope_bridge"));
    const auto read = read_scene_file("creature:rope_bridge");
    ASSERT_TRUE(read);
    ASSERT_EQ(read.value().value.members.size(), 1u);
    const SceneMember& bridge = read.value().value.members[0];
    EXPECT_EQ(bridge.scene, "creature:ropes");
    ASSERT_TRUE(bridge.live);
    EXPECT_EQ(bridge.live->placed_handles.size(), 8u);
}

// What a scene of the program places finds the nearest vertices of the surface.
TEST_F(BarsInOneScene, SpringsAndHandlesAtPlacesGetVertices) {
    SceneDescription one;
    SceneMember member{scene};
    member.placement.col(3) = Vec3(0.0, 2.0, 0.0);
    member.live.emplace();
    member.live->placed_handles = {{Vec3(1.1, 0.0, 0.0), 50.0, true}};
    member.live->placed_springs = {{"long", Vec3(-0.1, 0.0, 0.0), Vec3(1.0, -0.1, 0.0), 20.0}};
    one.members = {member};
    const auto ready = prepared_scene(one, {});
    ASSERT_TRUE(ready) << sentence(ready.error());
    const LiveControls controls = starting_controls(ready.value().members[0]);
    ASSERT_EQ(controls.handles.size(), 1u);
    EXPECT_EQ(controls.handles[0].vertices, (std::array<int, 3>{8, 8, 8}));
    EXPECT_LT((controls.handles[0].target - Vec3(1.0, 2.0, 0.0)).norm(), 1e-12);
    EXPECT_TRUE(controls.handles[0].moves_springs);
    ASSERT_EQ(controls.springs.size(), 1u);
    EXPECT_EQ(controls.springs[0].from.vertices, (std::array<int, 3>{0, 0, 0}));
    EXPECT_EQ(controls.springs[0].to.vertices, (std::array<int, 3>{8, 8, 8}));
    EXPECT_NEAR(controls.springs[0].rest_length, 1.0, 1e-12);
    EXPECT_EQ(controls.springs[0].name, "long");
}

TEST_F(BarsInOneScene, RestartWithTheSameBits) {
    SceneMotion motion = prepared(three());
    ThreadPool pool(Threads{.count = 1});
    for (int i = 0; i < 5; ++i) {
        motion.step(pool);
    }
    const std::uint64_t hash = hash_of(motion);
    motion.begin_again();
    EXPECT_NE(hash_of(motion), hash);
    for (int i = 0; i < 5; ++i) {
        motion.step(pool);
    }
    EXPECT_EQ(hash_of(motion), hash);
}

} // namespace
} // namespace limber::app
