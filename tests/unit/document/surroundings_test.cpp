// SPDX-License-Identifier: MIT
#include "app/document/surroundings.h"

#include "app/character_build/character_surroundings.h"
#include "app/document/character_file.h"
#include "app/document/obstacle_placing.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::filesystem::path scene_folder = "/scenes";

Affine turned_box() {
    Affine placement;
    placement.leftCols<3>() = rotation_of(Turn{Vec3(1, 2, -1), 40});
    placement.col(3) = Vec3(0.3, -1.0, 1.0 / 3.0);
    return placement;
}

HeightField three_hills() {
    HeightField field;
    field.placement = turned_box();
    field.spacing = 1.0 / 7.0;
    field.heights.resize(2, 3);
    field.heights << 0.0, 0.1, -0.3, 0.1, 1.0 / 3.0, 0.0;
    return field;
}

std::vector<Shape> every_shape() {
    return {HalfSpace{Vec3(0, 1, 0), Vec3(0.3, 0.8, -0.2).normalized()}, Ball{Vec3(1, 2, 1.0 / 3.0), 0.4},
            Capsule{Vec3(0, 0, 1), Vec3(1, 0.5, 1), 0.2}, Box{turned_box(), Vec3(0.5, 0.1, 1.0 / 3.0)}, three_hills()};
}

CharacterDescription scene_with(const ContactDescription& contact, const Environment& environment = {}) {
    CharacterDescription scene;
    scene.mesh = "/a.mesh";
    scene.contact = contact;
    scene.environment = environment;
    return scene;
}

CharacterDescription read_back(const CharacterDescription& scene) {
    const auto back = parse_scene(scene_json(scene, scene_folder), "scene", scene_folder);
    EXPECT_TRUE(back) << sentence(back.error());
    EXPECT_THAT(back.value().warnings, IsEmpty());
    return back.value().value;
}

TEST(Surroundings, RoundTripForEveryKind) {
    for (const Shape& shape : every_shape()) {
        const Environment environment{{{shape, 1.0 / 3.0, 0.25}}, {}, 1.0 / 60.0, {}};
        EXPECT_TRUE(read_back(scene_with({}, environment)).environment == environment) << "shape " << shape.index();
    }
}

TEST(Surroundings, RoundTripEveryNumber) {
    ContactDescription contact;
    contact.floor = true;
    contact.floor_friction = 1.0 / 3.0;
    contact.floor_restitution = 0.25;
    contact.points = 77;
    contact.density = "/paint/density.json";
    contact.friction_law = Friction::damped;
    contact.tangential_restitution = 0.1;
    contact.painted = PaintedRegion(PaintLevels{51, 51, 51, 51, 51, 255, 0});
    const Environment environment{{}, {Vec3(1.0 / 3.0, 0.0, -7.0), 0.1}, 1.0 / 60.0, {}};
    const CharacterDescription scene = scene_with(contact, environment);
    EXPECT_TRUE(read_back(scene) == scene);
    contact.floor = false;
    EXPECT_TRUE(read_back(scene_with(contact)).contact == contact) << "also without obstacles";
}

TEST(Surroundings, RotateWithTheSceneOnce) {
    const std::string straight =
        R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh", "contact": {"obstacles": [
        {"shape": "ball", "centre": [1, 2, 3], "radius": 0.5}, {"shape": "ground", "normal": [0, 2, 0]}],
        "wind": [1, 2, 3], "air_drag": 1})";
    const auto turned =
        parse_scene(straight + R"(, "turn": {"axis": [1, 0, 0], "degrees": 90}})", "scene", scene_folder);
    ASSERT_TRUE(turned) << sentence(turned.error());
    const CharacterDescription& scene = turned.value().value;
    const auto& ball = std::get<Ball>(scene.environment.obstacles[0].shape);
    const auto& ground = std::get<HalfSpace>(scene.environment.obstacles[1].shape);
    EXPECT_LT((ball.centre - Vec3(1, -3, 2)).norm(), 1e-12);
    EXPECT_LT((scene.environment.wind.velocity - Vec3(1, -3, 2)).norm(), 1e-12);
    EXPECT_LT((ground.normal - up_of(scene)).norm(), 1e-12) << "the ground lies under the turned body as before";
    const auto again = parse_scene(scene_json(scene, scene_folder), "scene", scene_folder);
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_THAT(again.value().warnings, IsEmpty());
    EXPECT_TRUE(again.value().value == scene) << "to the last bit";
}

TEST(Surroundings, AWindWithoutObstaclesRotatesOnce) {
    CharacterDescription scene = scene_with({});
    scene.turn = {Vec3(1, 2, 3), 40.0};
    scene.environment.wind = {Vec3(1.0 / 3.0, 0.0, -7.0), 0.1};
    const auto again = parse_scene(scene_json(scene, scene_folder), "scene", scene_folder);
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_TRUE(again.value().value == scene) << "to the last bit";
}

TEST(Surroundings, MissingMembersHaveDefaults) {
    const auto scene = parse_scene(
        R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh", "contact": {"obstacles": [
            {"shape": "ball", "radius": 0.5}, {"shape": "ground", "normal": [0, 2, 0]}]}})",
        "scene", scene_folder);
    ASSERT_TRUE(scene) << sentence(scene.error());
    const ContactDescription& contact = scene.value().value.contact;
    const Obstacles& obstacles = scene.value().value.environment.obstacles;
    EXPECT_FALSE(contact.floor);
    EXPECT_EQ(contact.points, 30);
    ASSERT_EQ(obstacles.size(), 2u);
    EXPECT_EQ(obstacles[0], (Obstacle{Ball{Vec3::Zero(), 0.5}}));
    EXPECT_EQ(obstacles[1], (Obstacle{HalfSpace{Vec3::Zero(), Vec3::UnitY()}})) << "normals are normalised";
}

struct BadInput {
    const char* contact;
    const char* path;
    const char* what;
};

void PrintTo(const BadInput& bad, std::ostream* out) {
    *out << bad.contact;
}

class BadSurroundings : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadSurroundings, AreRejectedWithPlaceAndReason) {
    const std::string text = R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh", "contact": )" +
                             std::string(GetParam().contact) + "}";
    const auto scene = parse_scene(text, "scene.json", scene_folder);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().kind, ErrorKind::bad_input);
    const std::string said = sentence(scene.error());
    EXPECT_THAT(said, HasSubstr("scene.json"));
    EXPECT_THAT(said, HasSubstr(GetParam().path));
    EXPECT_THAT(said, HasSubstr(GetParam().what));
    EXPECT_EQ(said.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryKind, BadSurroundings,
    ::testing::Values(
        BadInput{R"({"points": 0})", "contact.points", "between 1 and 500"},
        BadInput{R"({"points": 501})", "contact.points", "between 1 and 500"},
        BadInput{R"({"points": "many"})", "points", "must be"},
        BadInput{R"({"floor_friction": -0.1})", "contact.floor_friction", "must not be negative"},
        BadInput{R"({"floor_restitution": 1.5})", "contact.floor_restitution", "must be between 0 and 1"},
        BadInput{R"({"kept": 1.5})", "contact.kept", "between 0 and 1"},
        BadInput{R"({"wind": [0, 1e7, 0]})", "contact.wind", "between -1e6 and 1e6"},
        BadInput{R"({"air_drag": -1})", "contact.air_drag", "between 0 and 1e6"},
        BadInput{R"({"gusts": {"strength": -1}})", "contact.gusts.strength", "between 0 and 1e6"},
        BadInput{R"({"gusts": {"strength": 1, "period": 0}})", "contact.gusts.period", "between 0.001 and 1e6"},
        BadInput{R"({"gusts": {"seed": -1}})", "contact.gusts.seed", "must not be negative"},
        BadInput{R"({"friction_law": "sticky"})", "friction_law", "\"coulomb\" or \"damped\""},
        BadInput{R"({"obstacles": [{"shape": "cone"}]})", "obstacles[0]", "\"ground\", \"ball\""},
        BadInput{R"({"obstacles": [{"shape": "ball", "radius": 0}]})", "contact.obstacles[0]", "positive radius"},
        BadInput{R"({"obstacles": [{"shape": "ball"}, {"shape": "capsule", "radius": -1}]})", "contact.obstacles[1]",
                 "positive radius"},
        BadInput{R"({"obstacles": [{"shape": "ground", "normal": [0, 0, 0]}]})", "contact.obstacles[0]", "a direction"},
        BadInput{R"({"obstacles": [{"shape": "block", "size": [1, 0, 1]}]})", "contact.obstacles[0]", "positive size"},
        BadInput{R"({"obstacles": [{"shape": "block", "placement": [[2,0,0,0],[0,1,0,0],[0,0,1,0]]}]})",
                 "contact.obstacles[0]", "turns and moves"},
        BadInput{R"({"obstacles": [{"shape": "hills", "spacing": 0, "heights": [[0,0],[0,0]]}]})",
                 "contact.obstacles[0]", "positive spacing"},
        BadInput{R"({"obstacles": [{"shape": "hills", "heights": [[0, 1]]}]})", "contact.obstacles[0]",
                 "two rows of two heights"},
        BadInput{R"({"obstacles": [{"shape": "hills", "heights": [[0, 1], [0]]}]})", "heights[1]",
                 "as long as the first row"},
        BadInput{R"({"obstacles": [{"shape": "ball", "friction": -1}]})", "contact.obstacles[0].friction",
                 "must not be negative"},
        BadInput{R"({"obstacles": [{"shape": "ball", "restitution": 2}]})", "contact.obstacles[0].restitution",
                 "between 0 and 1"}));

TEST(Obstacles, MoveAsOneRigidBody) {
    const Affine change = turned_box();
    const Vec3 x(0.7, 1.3, 0.9);
    for (const Shape& shape : every_shape()) {
        const Shape there = carried(shape, change);
        const Clearance before = clearance(shape, x);
        const Clearance after = clearance(there, apply(change, x));
        if (std::isfinite(before.distance)) {
            EXPECT_NEAR(after.distance, before.distance, 1e-12) << "shape " << shape.index();
        }
        const Affine way = compose(change, standing_of(shape));
        EXPECT_NEAR((standing_of(there).col(3) - way.col(3)).norm(), 0.0, 1e-12) << "shape " << shape.index();
    }
}

TEST(Obstacles, AreAddedValidAndOutsideTheBody) {
    const BoundingBox body{Vec3(-0.5, 0.2, -0.4), Vec3(0.5, 1.0, 0.4)};
    Environment environment;
    for (std::size_t kind = 0; kind < obstacle_names.size(); ++kind) {
        environment.obstacles.push_back(obstacle_beside(kind, body, Vec3::UnitY(), Vec3(0.6, 0, 0.8)));
        EXPECT_EQ(environment.obstacles.back().shape.index(), kind);
        EXPECT_GT(clearance(environment.obstacles.back().shape, body.centre()).distance, 0.0);
        const Vec3 beside = body.centre() + 1.6 * body.diagonal() * Vec3(0.6, 0, 0.8);
        const Vec3 floor_there(beside.x(), body.low.y() + 0.01 * body.diagonal(), beside.z());
        if (kind == 0 || kind == 4) {
            EXPECT_LT(clearance(environment.obstacles.back().shape, floor_there).distance, 0.0) << "out of the floor";
        }
    }
    const auto fault = fault_in(environment);
    EXPECT_FALSE(fault) << sentence(*fault);
}

TEST(Slopes, LeanAlongTheWorldAxesForAnyUpAxis) {
    const auto named = [](const Vec3& up) {
        std::string names;
        for (const LevelAxis& axis : level_axes(up)) {
            EXPECT_NEAR(axis.towards.dot(up), 0.0, 1e-12);
            EXPECT_GE(axis.towards(static_cast<Index>(axis.world)), 0.0);
            names += "xyz"[axis.world];
        }
        EXPECT_NEAR(level_axes(up)[0].towards.dot(level_axes(up)[1].towards), 0.0, 1e-12);
        return names;
    };
    EXPECT_EQ(named(Vec3::UnitY()), "xz");
    EXPECT_EQ(level_axes(Vec3::UnitY())[0].towards, Vec3::UnitX());
    EXPECT_EQ(level_axes(Vec3::UnitY())[1].towards, Vec3::UnitZ());
    EXPECT_EQ(named(Vec3::UnitZ()), "xy");
    EXPECT_EQ(level_axes(Vec3::UnitZ())[1].towards, Vec3::UnitY());
    const std::string oblique = named(Vec3::Ones().normalized());
    EXPECT_NE(oblique[0], oblique[1]);
}

TEST(Obstacles, OfTwoScenesAreMergedOnceEachAndMove) {
    const auto ball_at = [](double x) {
        return Obstacle{Ball{Vec3(x, 0, 0), 1.0}};
    };
    Environment environment{{ball_at(1), ball_at(2)}, {}, 1.0 / 60.0, {}};
    merge(environment, {{ball_at(2), ball_at(3)}, {}, 1.0 / 60.0, {}});
    EXPECT_EQ(environment.obstacles, (Obstacles{ball_at(1), ball_at(2), ball_at(3)}));
    move_obstacles(environment.obstacles, Vec3(10, 0, 0));
    EXPECT_EQ(environment.obstacles, (Obstacles{ball_at(11), ball_at(12), ball_at(13)}));
}

TEST(Surroundings, GustsAreSavedWithAndWithoutContact) {
    for (const bool has_floor : {true, false}) {
        CharacterDescription scene = scene_with({});
        scene.contact.floor = has_floor;
        scene.environment.gusts = {1.0 / 3.0, 0.7, 12};
        const auto again = parse_scene(scene_json(scene, scene_folder), "scene", scene_folder);
        ASSERT_TRUE(again) << sentence(again.error());
        EXPECT_THAT(again.value().warnings, IsEmpty());
        EXPECT_TRUE(again.value().value == scene) << "to the last bit";
    }
}

TEST(Wind, KeepsItsGusts) {
    Environment environment;
    Environment windy;
    windy.wind = {Vec3(1, 0, 0), 0.5};
    windy.gusts = {2.0, 1.0, 3};
    merge(environment, windy);
    EXPECT_EQ(environment.gusts, windy.gusts);
    windy.gusts.seed = 9;
    merge(environment, windy);
    EXPECT_EQ(environment.gusts.seed, 3) << "of the first";
}

TEST(Wind, OfTheFirstSceneThatHasOneStays) {
    const Wind breeze{Vec3(1, 0, 0), 0.5};
    Environment environment;
    merge(environment, {{}, breeze, 1.0 / 60.0, {}});
    EXPECT_EQ(environment.wind, breeze);
    merge(environment, {{}, {Vec3(0, 0, 9), 2.0}, 1.0 / 60.0, {}});
    EXPECT_EQ(environment.wind, breeze);
}

TEST(Surroundings, RebuildOnlyIfTheContactPointsChange) {
    ContactDescription none;
    ContactDescription floor;
    floor.floor = true;
    ContactDescription more = floor;
    more.points = 31;
    ContactDescription painted = floor;
    painted.density = "density.json";
    ContactDescription slippery = floor;
    slippery.floor_friction = 0.0;
    const auto needs_other_points = [](const ContactDescription& before, const ContactDescription& after) {
        return limber::app::needs_other_points(scene_with(before), after, {});
    };
    EXPECT_TRUE(needs_other_points(none, floor));
    EXPECT_TRUE(needs_other_points(floor, more));
    EXPECT_TRUE(needs_other_points(floor, painted));
    EXPECT_FALSE(needs_other_points(floor, slippery));
    EXPECT_FALSE(needs_other_points(floor, none)) << "existing entries stay";
    EXPECT_TRUE(limber::app::needs_other_points(scene_with(none), none, {{{Ball{}}}, {}, 1.0 / 60.0, {}}))
        << "obstacles are touched";
}

} // namespace
} // namespace limber::app
