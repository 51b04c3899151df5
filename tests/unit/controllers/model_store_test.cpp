// SPDX-License-Identifier: MIT
#include "app/controllers/model_store.h"
#include "app/controllers/surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace limber::app {
namespace {

CharacterDescription described(const std::string& name) {
    CharacterDescription description;
    description.name = name;
    description.modes = 10;
    return description;
}

// A stand-in for a built character: two vertices at heights of 1 m and 2 m, and contact points.
std::shared_ptr<Character> made(const CharacterDescription& description) {
    auto character = std::make_shared<Character>();
    character->description = description;
    character->mesh.X.resize(2, 3);
    character->mesh.X << 0, 1, 0, 0, 2, 0;
    character->contact_points = std::make_shared<const ContactPoints>();
    return character;
}

CharacterInstance instance(int id, int model) {
    CharacterInstance instance;
    instance.id = id;
    instance.model = model;
    return instance;
}

Obstacle ball_at(double x) {
    Ball ball;
    ball.centre = Vec3(x, 0, 0);
    return {ball, 0.5, 0.0};
}

// Two characters with a model each.
class Models : public ::testing::Test {
protected:
    Models() {
        for (const int model : {1, 2}) {
            scene.models[model] = with_live_numbers(described(model == 1 ? "Whale" : "Ray"), {});
            scene.instances.push_back(instance(10 * model, model));
            build(model);
        }
    }

    ContactDescription& contact(int model) {
        return scene.models.at(model).contact;
    }
    // Stores a model with the desired settings, like a build.
    void build(int model) {
        store.replace(model, made(description_of(scene, model)));
    }
    std::shared_ptr<const Obstacles> sent_obstacles(int model) {
        return store.live_controls(scene, instance(0, model)).obstacles;
    }

    ModelStore store;
    Scene scene;
};

PreparedScene prepared(const std::vector<CharacterPtr>& members) {
    PreparedScene scene;
    for (const CharacterPtr& member : members) {
        PreparedCharacter one;
        one.base = member->description;
        one.description = member->description;
        one.character = member;
        scene.members.push_back(one);
        if (std::ranges::find(scene.models, member) == scene.models.end()) {
            scene.models.push_back(member);
        }
    }
    return scene;
}

TEST(ModelStore, GivesEveryCharacterAndModelItsOwnNumber) {
    ModelStore store;
    const CharacterPtr whale = made(described("Whale"));
    const Scene first = store.add(prepared({whale, whale}), {});
    ASSERT_EQ(first.instances.size(), 2u);
    ASSERT_EQ(first.models.size(), 1u);
    const int model = first.instances[0].model;
    EXPECT_EQ(first.instances[1].model, model);
    EXPECT_EQ(store.at(model), whale);
    EXPECT_EQ(store.opened(model)->name, "Whale");
    store.clear();
    EXPECT_EQ(store.find(model), nullptr);
    EXPECT_EQ(store.opened(model), nullptr);
    const Scene second = store.add(prepared({whale}), {});
    EXPECT_GT(second.instances[0].model, first.instances[1].id);
    EXPECT_GT(store.next_id(), second.instances[0].id);
}

TEST(ModelStore, SharesAModelUnderANewNumber) {
    ModelStore store;
    const Scene scene = store.add(prepared({made(described("Whale"))}), {});
    const int model = scene.instances[0].model;
    const int other = store.duplicate(model);
    EXPECT_NE(other, model);
    EXPECT_EQ(store.at(other), store.at(model));
    EXPECT_EQ(store.opened(other)->name, "Whale");
    const CharacterPtr before = store.replace(other, made(described("Rebuilt")));
    EXPECT_EQ(before, store.at(model));
}

TEST_F(Models, BuildNothingWithoutAnEdit) {
    EXPECT_FALSE(store.find_outdated(scene, {}));
    scene.models.at(1).name = "Another name";
    EXPECT_FALSE(store.find_outdated(scene, {})) << "no stage depends on it";
}

TEST_F(Models, BuildTheFirstOutdatedOneFromTheStageThatDiffers) {
    scene.models.at(2).clusters += 1;
    auto build = store.find_outdated(scene, {});
    ASSERT_TRUE(build);
    EXPECT_EQ(build->model, 2);
    EXPECT_EQ(build->from, Stage::clusters);
    EXPECT_EQ(build->wanted.clusters, scene.models.at(2).clusters);
    scene.models.at(1).modes += 1;
    build = store.find_outdated(scene, {});
    ASSERT_TRUE(build);
    EXPECT_EQ(build->model, 1);
    EXPECT_EQ(build->from, Stage::subspace);
}

TEST_F(Models, AreBuiltWithTheGravityOfTheDescriptionSoThatTheFloorStays) {
    scene.models.at(1).step.gravity = Vec3(0, -9.81, 0);
    scene.instances[0].controls.gravity = Vec3(4, 0, 0);
    scene.models.at(1).modes += 1;
    const auto build = store.find_outdated(scene, {});
    ASSERT_TRUE(build);
    EXPECT_EQ(build->wanted.step.gravity, Vec3(0, -9.81, 0));
}

TEST_F(Models, TakeWhatTheSimulationShowsInsteadOfABuild) {
    scene.models.at(1).modes += 1;
    scene.models.at(2).modes += 1;
    Snapshot shown;
    shown.id = 10;
    shown.character = made(description_of(scene, 1));
    const auto build = store.find_outdated(scene, {shown});
    EXPECT_EQ(store.at(1), shown.character);
    ASSERT_TRUE(build);
    EXPECT_EQ(build->model, 2);
}

TEST_F(Models, SendObstaclesOnlyWhereTheyDifferFromTheBuild) {
    EXPECT_EQ(sent_obstacles(1), nullptr);
    scene.environment.obstacles = {ball_at(1)};
    contact(1).tangential_restitution = 0.5;
    const auto sent = sent_obstacles(1);
    ASSERT_TRUE(sent);
    EXPECT_EQ(*sent, Obstacles{ball_at(1)});
    EXPECT_EQ(sent_obstacles(1), sent) << "the same pointer while nothing changes";
    contact(1).tangential_restitution = 0.6; // another setting, the same obstacles
    EXPECT_EQ(sent_obstacles(1), sent);
    build(1);
    EXPECT_EQ(sent_obstacles(1), nullptr);
}

TEST_F(Models, KnowTheFloorOfTheScene) {
    EXPECT_EQ(floor_level(scene, store), std::nullopt);
    contact(2).floor = true;
    EXPECT_EQ(floor_level(scene, store), 1.0) << "under the body at rest";
    contact(2).floor_height = -3.0;
    ASSERT_TRUE(floor_level(scene, store));
    EXPECT_DOUBLE_EQ(*floor_level(scene, store), -3.0);
}

TEST_F(Models, PlaceANewFloorUnderTheLowestCharacterOfItsModel) {
    scene.instances.push_back(instance(30, 1));
    scene.instances.back().home.col(3).y() = -0.5;
    const Scene before = scene;
    contact(1).floor = true;
    EXPECT_DOUBLE_EQ(floor_under(scene, store, 1), 0.5);
    EXPECT_EQ(heights_of_new_floors(before, scene, store), (std::map<int, double>{{1, 0.5}}));
    contact(1).floor_height = 0.5;
    EXPECT_TRUE(heights_of_new_floors(before, scene, store).empty()) << "placed once";
}

TEST_F(Models, PlaceANewFloorWhereTheOtherFloorLies) {
    contact(2).floor = true;
    contact(2).floor_height = -3.0;
    const Scene before = scene;
    contact(1).floor = true;
    EXPECT_EQ(heights_of_new_floors(before, scene, store), (std::map<int, double>{{1, -3.0}}));
}

TEST_F(Models, PlaceTwoNewFloorsAtOneHeight) {
    scene.instances.back().home.col(3).y() = 5.0;
    const Scene before = scene;
    contact(1).floor = true;
    contact(2).floor = true;
    const std::map<int, double> heights{{1, 1.0}, {2, 1.0}};
    EXPECT_EQ(heights_of_new_floors(before, scene, store), heights);
    build(2);
    EXPECT_EQ(heights_of_new_floors(before, scene, store), heights) << "a build may have ended meanwhile";
    build(1);
    EXPECT_EQ(heights_of_new_floors(before, scene, store), heights);
}

TEST_F(Models, PlaceTheNewFloorOfACharacterThatWasMadeUniqueMeanwhile) {
    scene.instances.back().model = 1;
    const Scene before = scene;
    scene.instances.back().model = 2;
    contact(2).floor = true;
    EXPECT_EQ(heights_of_new_floors(before, scene, store), (std::map<int, double>{{2, 1.0}}));
}

TEST_F(Models, LeaveFloorsThatWereThereUnderTheirCharacters) {
    contact(1).floor = true;
    scene.instances.pop_back();
    const Scene before = scene;
    scene.instances.push_back(instance(20, 1));
    scene.instances.push_back(instance(30, 2));
    contact(2).floor = true;
    EXPECT_TRUE(heights_of_new_floors(before, scene, store).empty());
}

TEST_F(Models, LeaveTheFloorOfASingleCharacterUnderIt) {
    scene.instances.pop_back();
    const Scene before = scene;
    contact(1).floor = true;
    EXPECT_TRUE(heights_of_new_floors(before, scene, store).empty());
}

TEST_F(Models, JoinOnTheFloorThatIsThere) {
    contact(1).floor = true;
    auto model = made(description_of(scene, 1));
    model->obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3(0, 1, 0), Vec3(0, 1, 0)}, 0.5, 0.0}});
    store.replace(1, model);
    Scene joining = scene;
    put_on_floor(joining, store, -2.0, Vec3(4, 3, 0));
    EXPECT_EQ(joining.models.at(1).contact.floor_height, -2.0);
    EXPECT_EQ(joining.models.at(2).contact.floor_height, std::nullopt);
    put_on_floor(joining, store, std::nullopt, Vec3(4, 3, 0));
    EXPECT_EQ(joining.models.at(1).contact.floor_height, 4.0) << "its own, moved along";
}

TEST_F(Models, ChooseContactPointsAgainOnlyWhereTheirNumberChanges) {
    scene.environment.obstacles = {ball_at(1)};
    EXPECT_TRUE(needs_contact_points(scene, store)) << "none were chosen yet";
    build(1);
    build(2);
    EXPECT_FALSE(needs_contact_points(scene, store));
    contact(1).points += 1;
    EXPECT_TRUE(needs_contact_points(scene, store));
}

TEST_F(Models, RestoreThePointsOfAFailedBuild) {
    scene.environment.obstacles = {ball_at(1)};
    build(1);
    ContactDescription wanted = contact(1);
    wanted.points += 1;
    wanted.tangential_restitution = 0.5;
    scene.environment.obstacles = {ball_at(2)};
    contact(1) = wanted;
    restore_surroundings(scene, store, 1);
    EXPECT_EQ(contact(1).points, wanted.points - 1);
    EXPECT_DOUBLE_EQ(contact(1).tangential_restitution, 0.5);
    EXPECT_EQ(scene.environment.obstacles, Obstacles{ball_at(2)});
}

TEST_F(Models, RestoreTheObstaclesOfAFailedBuildWithoutSurroundings) {
    scene.environment.obstacles = {ball_at(1)};
    ContactDescription wanted = contact(1);
    wanted.points += 1;
    contact(1) = wanted;
    restore_surroundings(scene, store, 1);
    EXPECT_EQ(contact(1).points, wanted.points - 1);
    EXPECT_EQ(scene.environment, Environment{});
}

} // namespace
} // namespace limber::app
