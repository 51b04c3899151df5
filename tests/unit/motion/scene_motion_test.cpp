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
        SceneDescription cast;
        cast.name = "Three bars";
        for (const double place : {0.0, 2.0, 5.0}) {
            SceneMember member{scene, identity_affine(), 0.1 * place};
            member.placement.col(3).x() = place;
            cast.members.push_back(member);
        }
        return cast;
    }

    static std::uint64_t hash_after(SceneMotion cast, int steps, int threads) {
        ThreadPool pool(Threads{.count = threads});
        for (int i = 0; i < steps; ++i) {
            cast.step(pool);
        }
        return hash_of(cast);
    }

    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
};

TEST_F(BarsInOneScene, CharactersOfOneSceneShareAModel) {
    const SceneMotion cast = prepared(three());
    EXPECT_EQ(cast.actors().size(), 3u);
    EXPECT_EQ(cast.models().size(), 1u);
    EXPECT_EQ(cast.actors()[0].character, cast.actors()[2].character);
}

TEST_F(BarsInOneScene, ObstaclesOfAllScenesAreMerged) {
    SceneDescription description = three();
    const std::string ball = R"({"contact": {"obstacles": [{"shape": "ball", "centre": [0, 0, 1], "radius": 0.5}]}})";
    description.members[0].changes = ball;
    description.members[2].changes = ball;
    const SceneMotion cast = prepared(description);
    for (const MovingCharacter& actor : cast.actors()) {
        const Obstacles& there = actor.character->description.contact.obstacles;
        ASSERT_EQ(there.size(), 2u);
        EXPECT_EQ(std::get<Ball>(there[0].shape).centre, Vec3(0, 0, 1));
        EXPECT_EQ(std::get<Ball>(there[1].shape).centre, Vec3(5, 0, 1)) << "moved with its character";
    }
    EXPECT_EQ(cast.models().size(), 1u) << "characters with the same obstacles share one model";

    description.obstacles = Obstacles{{Ball{Vec3(1, 2, 3), 0.25}}};
    const auto back = parse_scene_file(scene_file_json(description, "/"), "cast", "/");
    ASSERT_TRUE(back) << sentence(back.error());
    EXPECT_EQ(back.value().value.obstacles, description.obstacles);
    EXPECT_EQ(prepared(description).actors()[1].character->description.contact.obstacles, *description.obstacles)
        << "the scene's obstacles replace those of its members";
}

// A scene of bars, one raised and one lowered.
TEST_F(BarsInOneScene, FloorIsTheLowestOfAllCharacters) {
    SceneDescription description = three();
    for (SceneMember& member : description.members) {
        member.changes = R"({"contact": {"floor": true}})";
    }
    description.members[0].placement.col(3).y() = 0.5;
    description.members[1].placement.col(3).y() = -0.25;
    const SceneMotion cast = prepared(description);
    const Character& bar = *cast.actors().front().character;
    const double own = (bar.mesh.X * up_of(bar.description)).minCoeff();
    for (const MovingCharacter& actor : cast.actors()) {
        ASSERT_EQ(actor.character->obstacles->size(), 1u);
        const auto& floor = std::get<HalfSpace>(actor.character->obstacles->front().shape);
        EXPECT_NEAR(floor.point.y(), own - 0.25, 1e-12);
    }
}

TEST_F(BarsInOneScene, StartAtTheirPositions) {
    SceneDescription description = three();
    description.members[1].clip_time = 0.0;
    const SceneMotion cast = prepared(description);
    const auto where = [&](std::size_t i) {
        const MovingCharacter& actor = cast.actors()[i];
        return bounding_box(body_positions(*actor.character, actor.motion.state())).centre();
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
    EXPECT_EQ(limber::hash_of(all.actors()[2].motion.state()), limber::hash_of(alone.actors()[0].motion.state()));
}

TEST_F(BarsInOneScene, RoundTrip) {
    SceneDescription cast = three();
    cast.camera = CameraDescription{};
    const auto read = parse_scene_file(scene_file_json(cast, folder.path()), "cast.json", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value, cast);
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
        const auto read = parse_scene_file(text, "cast.json", folder.path());
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(sentence(read.error()), HasSubstr(words));
    }
}

TEST_F(BarsInOneScene, SeaHasAllItsCreatures) {
    EXPECT_TRUE(describes_many_characters("creature:sea"));
    EXPECT_FALSE(describes_many_characters(scene));
    const auto sea = read_scene_file("creature:sea");
    ASSERT_TRUE(sea);
    EXPECT_EQ(sea.value().value.members.size(), 26u);
}

TEST_F(BarsInOneScene, RestartWithTheSameBits) {
    SceneMotion cast = prepared(three());
    ThreadPool pool(Threads{.count = 1});
    for (int i = 0; i < 5; ++i) {
        cast.step(pool);
    }
    const std::uint64_t hash = hash_of(cast);
    cast.begin_again();
    EXPECT_NE(hash_of(cast), hash);
    for (int i = 0; i < 5; ++i) {
        cast.step(pool);
    }
    EXPECT_EQ(hash_of(cast), hash);
}

} // namespace
} // namespace limber::app
