// SPDX-License-Identifier: MIT
#include "app/document/built_in_scenes.h"

#include "app/creatures/ball_game.h"
#include "app/creatures/bedtime.h"
#include "app/creatures/bowling.h"
#include "app/creatures/creatures.h"
#include "app/creatures/dragon_springs.h"
#include "app/creatures/rope_bridge.h"
#include "app/creatures/sea.h"
#include "engine/core/json.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string_view>
#include <utility>

namespace limber::app {
namespace {

SceneDescription sea() {
    SceneDescription scene;
    for (const Swimmer& swimmer : swimmers()) {
        scene.members.push_back(
            {creature_path(swimmer.creature), standing(swimmer.at, swimmer.heading), swimmer.clip_time, {}});
    }
    const CameraPose camera_pose;
    scene.camera = CameraDescription{camera_pose.eye, camera_pose.target, Vec3::UnitY(), camera_pose.field_of_view};
    return scene;
}

Obstacles obstacles_of_lane() {
    Obstacles obstacles{{HalfSpace{}, 0.5}};
    for (const LaneWall& wall : lane_walls()) {
        obstacles.push_back({Box{standing(wall.centre, 0.0), wall.half_size}, 0.5, 0.1});
    }
    return obstacles;
}

SceneMember thrown_ball() {
    SceneMember ball{creature_path("bowling_ball"), standing(bowling_ball_place, 0.0)};
    ball.rigid = RigidDescription{.mass = 6.0, .friction = 0.4, .restitution = 0.2, .shape = RigidShape::ball};
    return ball;
}

const CameraDescription behind_the_ball{Vec3(0.0, 1.15, 2.9), Vec3(0.0, 0.1, -1.2), Vec3::UnitY(), 36.0};

// The ball comes first, so that controls without a list of characters throw it.
SceneDescription bowling() {
    SceneDescription scene;
    scene.members.push_back(thrown_ball());
    for (const Vec3& place : pin_places()) {
        SceneMember pin{creature_path("pin"), standing(place, 0.0)};
        pin.rigid = RigidDescription{.mass = 1.5, .friction = 0.5, .restitution = 0.3};
        scene.members.push_back(pin);
    }
    scene.obstacles = obstacles_of_lane();
    scene.camera = behind_the_ball;
    return scene;
}

// The bone of a character that stands at this place, with its head there in its own axes and no rotation at rest.
Carrier carrier_at_rest(int character, const char* bone, const Vec3& place, const Vec3& head) {
    return {character, bone, standing(place + head, 0.0)};
}

SceneDescription bedtime() {
    SceneDescription scene;
    scene.members = {{creature_path("mattress")}, {creature_path("hippo"), standing(visitor_place, 0.0)}};
    scene.obstacles = Obstacles{};
    for (const VisitorPart& part : visitor_parts()) {
        Obstacle obstacle{Capsule{visitor_place + part.from, visitor_place + part.to, part.radius}, 0.6};
        obstacle.carrier = carrier_at_rest(1, visitor_bone, visitor_place, visitor_bone_head);
        scene.obstacles->push_back(obstacle);
    }
    scene.camera = CameraDescription{Vec3(2.35, 1.95, 3.7), Vec3(0.0, 0.66, 0.0), Vec3::UnitY(), 32.0};
    return scene;
}

SceneDescription ball_game() {
    SceneDescription scene;
    SceneMember teddy{creature_path("teddy"), standing(teddy_place, 0.0)};
    teddy.changes = R"({"contact": {"floor": false}})"; // that of the lane is an obstacle
    scene.members = {thrown_ball(), teddy};
    scene.obstacles = obstacles_of_lane();
    Obstacle core{Ball{bowling_ball_place + ball_core_centre, ball_core_radius}, 0.4};
    core.carrier = carrier_at_rest(0, ball_bone, bowling_ball_place, ball_bone_head);
    scene.obstacles->push_back(core);
    scene.camera = behind_the_ball;
    return scene;
}

// The drake's loads are where its springs act.
std::string changes_for_springs() {
    Json::array_t springs;
    for (const SpringPlace& place : dragon_springs()) {
        springs.emplace_back(Json::array_t{to_json(place.from), to_json(place.to)});
    }
    const Json::array_t loads{
        Json::object_t{{"name", "Springs"}, {"kind", "springs"}, {"springs", springs}, {"source", "springs"}}};
    return to_line(Json::object_t{
        {"name", "Delia on springs"}, {"subspace", Json::object_t{{"kind", "force-dual-skinning"}}}, {"loads", loads}});
}

// Springs get their ids from 1 on, in their order.
std::vector<SpringMovement> movements_of_dragon() {
    const std::vector<SpringPlace> springs = dragon_springs();
    std::vector<SpringMovement> movements;
    for (const DragonMovement& described : dragon_movements()) {
        SpringMovement& movement = movements.emplace_back(SpringMovement{described.name, described.period});
        for (const SpringWave& wave : described.waves) {
            const auto spring = std::ranges::find(springs, wave.spring, &SpringPlace::name);
            const int id = static_cast<int>(spring - springs.begin()) + 1;
            movement.springs.push_back({id, wave.stretch, wave.swing, wave.phase});
        }
    }
    return movements;
}

SceneDescription dragon_on_springs() {
    LiveState live;
    for (const SpringPlace& place : dragon_springs()) {
        live.placed_springs.push_back({place.name, place.from, place.to, place.stiffness, place.group});
    }
    live.movements = movements_of_dragon();
    live.drags_springs = true;
    SceneDescription scene;
    SceneMember drake{creature_path("drake")};
    drake.changes = changes_for_springs();
    drake.live = live;
    scene.members.push_back(drake);
    return scene;
}

SceneDescription rope_bridge() {
    LiveState live;
    for (const Vec3& at : rope_bridge_holds()) {
        live.placed_handles.push_back({at, rope_bridge_hold_stiffness, false});
    }
    SceneDescription scene;
    SceneMember bridge{creature_path("ropes")};
    bridge.live = live;
    scene.members.push_back(bridge);
    return scene;
}

// Both start at the same time, and neither has a lead.
SceneDescription crust_race() {
    SceneDescription scene;
    scene.members = {{creature_path("crust"), standing({0.55, 0.0, 0.0}, 0.0)},
                     {creature_path("crust_of_poses"), standing({-0.55, 0.0, 0.0}, 0.0)}};
    scene.camera = CameraDescription{Vec3(3.2, 1.9, 5.2), Vec3(0.0, 0.4, 1.2), Vec3::UnitY(), 34.0};
    return scene;
}

// Three of them, each towards another side.
SceneDescription tea_party() {
    SceneDescription scene;
    for (const double degrees : {0.0, 120.0, 240.0}) {
        const double angle = degrees * std::numbers::pi / 180.0;
        scene.members.push_back(
            {creature_path("cup"), standing(0.6 * Vec3(std::sin(angle), 0.0, std::cos(angle)), degrees)});
    }
    scene.camera = CameraDescription{Vec3(2.6, 2.2, 4.2), Vec3(0.0, 0.2, 0.0), Vec3::UnitY(), 34.0};
    return scene;
}

constexpr std::array<std::pair<std::string_view, SceneDescription (*)()>, 8> scene_makers{
    {{"sea", sea},
     {"bowling", bowling},
     {"bedtime", bedtime},
     {"ball_game", ball_game},
     {"dragon_on_springs", dragon_on_springs},
     {"rope_bridge", rope_bridge},
     {"crust_race", crust_race},
     {"tea_party", tea_party}}};

} // namespace

std::optional<SceneDescription> built_in_scene(const std::filesystem::path& path) {
    const auto name = creature_named_by(path);
    const auto found =
        std::ranges::find(scene_makers, name.value_or(""), [](const auto& scene) { return scene.first; });
    if (!name || found == scene_makers.end()) {
        return std::nullopt;
    }
    SceneDescription scene = found->second();
    scene.name = display_name(path);
    return scene;
}

} // namespace limber::app
