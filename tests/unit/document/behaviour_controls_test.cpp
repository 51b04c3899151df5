// SPDX-License-Identifier: MIT
#include "app/document/behaviour_controls.h"

#include "app/document/character_file.h"
#include "app/document/live_state.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <limits>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

BehaviourControls unusual() {
    BehaviourControls controls;
    controls.kind = BehaviourKind::follow;
    controls.height = 0.37;
    controls.distance = 2.5;
    controls.speed = 1.25;
    controls.angle = -33.0;
    controls.target = Vec3(1.0, -0.1, 0.3);
    controls.region = "hand";
    controls.to_target = false;
    controls.is_nearest = true;
    controls.looks_ahead = true;
    controls.pose = 0.03;
    for (std::size_t group = 0; group < goal_group_count; ++group) {
        controls.goals.weights[group] = 0.25 * static_cast<double>(group);
    }
    controls.goals.rise = -0.05;
    controls.goals.facing = 30.0;
    controls.goals.also_reaches = true;
    controls.goals.place = Vec3(0.3, 0.4, -0.5);
    controls.goals.region = "nose";
    return controls;
}

TEST(BehaviourControls, AreSavedWithTheScene) {
    const ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    scene.muscles.cage_cells = 4;
    scene.muscles.behaviour = unusual();
    ASSERT_TRUE(write_scene(scene, folder / "saved.json"));
    const auto saved = read_scene(folder / "saved.json");
    ASSERT_TRUE(saved);
    EXPECT_THAT(saved.value().warnings, ::testing::IsEmpty());
    EXPECT_EQ(saved.value().value.muscles.behaviour, unusual());
}

TEST(BehaviourControls, AreSavedWithTheFileOfTheirCage) {
    const ScratchFolder folder;
    CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
    const bool had_muscles = scene.muscles.are_there();
    scene.muscles.cage_file = folder / "cage.obj";
    EXPECT_TRUE(had_muscles || scene.muscles.are_there());
    ASSERT_TRUE(write_scene(scene, folder / "saved.json"));
    const auto saved = read_scene(folder / "saved.json");
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved.value().value.muscles.cage_file, folder / "cage.obj");
    EXPECT_EQ(saved.value().value.muscles.cage_cells, 0);
    MuscleDescription other = scene.muscles;
    other.cage_file.clear();
    EXPECT_FALSE(other.same_shapes(scene.muscles));
}

TEST(BehaviourControls, AreALiveStateWhereTheyDifferFromTheDescription) {
    CharacterDescription description;
    CharacterControls controls;
    write_to_controls({}, description, controls);
    EXPECT_FALSE(live_state(controls, identity_affine(), description).muscles);
    controls.muscles.behaviour = unusual();
    const LiveState live = live_state(controls, identity_affine(), description);
    ASSERT_TRUE(live.muscles);
    CharacterControls opened;
    write_to_controls(live, description, opened);
    EXPECT_EQ(opened.muscles.behaviour, unusual());
    description.muscles.behaviour = unusual();
    EXPECT_FALSE(live_state(controls, identity_affine(), description).muscles);
}

TEST(BehaviourControls, RefuseWhatIsOutOfRange) {
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(fault_in(BehaviourControls{}));
    BehaviourControls wrong;
    wrong.height = 0.0;
    EXPECT_THAT(fault_in(wrong)->message, HasSubstr("behaviour.height must be above 0"));
    wrong = {};
    wrong.speed = -1.0;
    EXPECT_TRUE(fault_in(wrong));
    wrong = {};
    wrong.target.y() = not_a_number;
    EXPECT_TRUE(fault_in(wrong));
    wrong = {};
    wrong.angle = not_a_number;
    EXPECT_TRUE(fault_in(wrong));
    for (const double pose : {-0.1, 1e3, not_a_number}) {
        wrong = {};
        wrong.pose = pose;
        EXPECT_THAT(fault_in(wrong)->message, HasSubstr("behaviour.pose must be between 0 and 100")) << pose;
    }
}

TEST(BehaviourControls, RefuseGoalsThatAreOutOfRange) {
    BehaviourControls wrong;
    wrong.goals.weights[static_cast<std::size_t>(GoalGroup::feet)] = -1.0;
    EXPECT_THAT(fault_in(wrong)->message, HasSubstr("behaviour.goals.feet must be between 0 and 100"));
    wrong = {};
    wrong.goals.facing = std::numeric_limits<double>::infinity();
    EXPECT_THAT(fault_in(wrong)->message, HasSubstr("behaviour.goals.facing"));
    wrong = {};
    wrong.goals.place.x() = 1e6;
    EXPECT_THAT(fault_in(wrong)->message, HasSubstr("behaviour.goals.place")) << "also while it is not reached";
    const auto document = JsonDocument::parsed(R"({"goals": {"hold": 1000}})", "test");
    ASSERT_TRUE(document);
    BehaviourControls controls;
    read_value(document.value().root(), controls);
    EXPECT_THAT(document.value().fault()->message, HasSubstr("behaviour.goals.hold must be between 0 and 100"));
}

TEST(BehaviourControls, HaveAPlaceOnlyWhenTheyAlsoReach) {
    GoalControls goals;
    EXPECT_FALSE(settings_of(goals).place);
    goals.also_reaches = true;
    EXPECT_EQ(settings_of(goals).place, goals.place);
    goals.facing = 90.0;
    EXPECT_NEAR(settings_of(goals).facing, 0.5 * std::numbers::pi, 1e-15);
}

TEST(BehaviourControls, ReadTheNamesOfAllKinds) {
    for (const char* name : {"none", "stand", "hop", "roll", "walk", "turn", "reach", "follow", "flee"}) {
        const auto document = JsonDocument::parsed("{\"kind\": \"" + std::string(name) + "\"}", "test");
        ASSERT_TRUE(document);
        BehaviourControls controls = unusual();
        read_value(document.value().root(), controls);
        EXPECT_EQ(name_of(controls.kind), name);
    }
}

TEST(BehaviourControls, HaveATargetThatMayMoveToFollowItOrToFlee) {
    BehaviourControls controls;
    EXPECT_FALSE(has_moving_target(controls));
    for (const auto& [kind, moves] : {std::pair{BehaviourKind::reach, false}, std::pair{BehaviourKind::follow, true},
                                      std::pair{BehaviourKind::flee, true}}) {
        controls.kind = kind;
        EXPECT_EQ(has_moving_target(controls), moves) << limber::name_of(kind);
    }
    controls.to_target = false;
    EXPECT_TRUE(has_moving_target(controls)) << "it always flees from a target";
    controls.kind = BehaviourKind::follow;
    EXPECT_FALSE(has_moving_target(controls)) << "it follows an angle";
}

TEST(BehaviourControls, ChangeOnlyTheSettingsOfTheirKind) {
    BehaviourControls controls;
    controls.kind = BehaviourKind::hop;
    const BehaviourSettings before = settings_of(controls);
    controls.speed = 2.0;
    controls.target = Vec3(3, 2, 1);
    controls.angle = 10.0;
    controls.looks_ahead = true;
    controls.pose = 1.0;
    EXPECT_TRUE(are_same(settings_of(controls), before)) << "a hop does not begin again for the target of another";
    controls.height = 0.5;
    EXPECT_FALSE(are_same(settings_of(controls), before));
    controls.kind = BehaviourKind::flee;
    EXPECT_EQ(settings_of(controls).target, controls.target);
    EXPECT_EQ(settings_of(controls).distance, controls.distance);
    EXPECT_EQ(settings_of(controls).speed, controls.speed);
    controls.kind = BehaviourKind::turn;
    EXPECT_NEAR(settings_of(controls).angle, 10.0 * std::numbers::pi / 180.0, 1e-15);
}

} // namespace
} // namespace limber::app
