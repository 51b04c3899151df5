// SPDX-License-Identifier: MIT
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"

#include "app/view/drawables.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

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
