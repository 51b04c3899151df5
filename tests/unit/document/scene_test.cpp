// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/opening.h"
#include "app/document/scene.h"
#include "app/document/scene_changes.h"
#include "app/document/scene_description.h"
#include "app/motion/motion.h"
#include "app/scenes/prepared_scene.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;
using ::testing::Not;

class BarScene : public ::testing::Test {
protected:
    CharacterInstance instance(int id, double x) const {
        CharacterInstance instance;
        instance.id = id;
        instance.model = 1;
        instance.scene = scene;
        instance.base = std::make_shared<const CharacterDescription>(description);
        instance.clip_start = 0.1;
        instance.controls = starting_controls(*character);
        instance.controls.rig_offset.col(3).x() = x;
        instance.home = instance.controls.rig_offset;
        return instance;
    }

    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
    CharacterDescription description = describe(scene).value().value;
    CharacterPtr character = build_character(description, nullptr, Stage::mesh).value();
    Scene two{{instance(5, 0.0), instance(8, 2.0)}, {{1, description}}, description.environment};
};

TEST_F(BarScene, NumbersEqualNames) {
    EXPECT_EQ(title_of(two, 5), description.name + " 1");
    EXPECT_EQ(title_of(two, 8), description.name + " 2");
    EXPECT_EQ(title_of(two, 9), "");
    two.instances.pop_back();
    EXPECT_EQ(title_of(two, 5), description.name);
}

TEST_F(BarScene, DuplicateSharesTheModelWithoutHandles) {
    CharacterInstance original = instance(5, 0.0);
    original.controls.young = 123.0;
    original.controls.handles.push_back({1, {0, 0, 0}, {1, 0, 0}, 10.0, Vec3::Zero()});
    original.compared = {{}};
    const CharacterInstance twin = doubled(original, 11, Vec3(3, 0, 0));
    EXPECT_EQ(twin.id, 11);
    EXPECT_EQ(twin.model, original.model);
    EXPECT_EQ(twin.controls.young, 123.0);
    EXPECT_TRUE(twin.controls.handles.empty());
    EXPECT_TRUE(twin.compared.empty());
    EXPECT_EQ(twin.home.col(3), Vec3(3, 0, 0));
}

TEST_F(BarScene, WritesOnlyDifferencesFromItsScenes) {
    EXPECT_EQ(described(two, "Two", {}).members[0].changes, "");
    two.instances[1].controls.young = 7e3;
    const SceneDescription saved = described(two, "Two", {});
    EXPECT_EQ(saved.members[0].changes, "");
    EXPECT_THAT(saved.members[1].changes, HasSubstr("\"young\""));
    EXPECT_THAT(saved.members[1].changes, Not(HasSubstr("mesh")));
}

TEST_F(BarScene, IsWrittenWithoutPreviewCharacters) {
    two.instances[1].shows = "Trot";
    two.instances[1].controls.young = 7e3;
    const SceneDescription saved = described(two, "One", {});
    ASSERT_EQ(saved.members.size(), 1u);
    EXPECT_EQ(saved.members[0].placement, two.instances[0].controls.rig_offset);
    EXPECT_EQ(saved.members[0].changes, "");
}

TEST_F(BarScene, KeepsAPreviewWhoseOriginalIsRemoved) {
    two.instances.erase(two.instances.begin());
    two.instances[0].shows = "Trot";
    const Scene all = without_helpers(two);
    ASSERT_EQ(all.instances.size(), 1u);
    EXPECT_FALSE(all.instances[0].is_helper());
    EXPECT_FALSE(doubled(two.instances[0], 9, Vec3::Zero()).is_helper());
}

TEST_F(BarScene, SavedSceneOpensToTheSameSimulation) {
    two.instances[1].controls.young = 7e3;
    two.instances[1].controls.gravity = Vec3(0, -3, 1);
    two.instances[0].controls.rig_offset.leftCols<3>() = rotation_of({Vec3::UnitY(), 30.0});
    const auto path = folder / "two.json";
    ASSERT_TRUE(write_scene_file(described(two, "Two", {}), path));
    ASSERT_TRUE(is_list_of_characters(path));
    const auto read = scene_in(path);
    ASSERT_TRUE(read) << sentence(read.error());
    const auto ready = prepared_scene(read.value().value, {});
    ASSERT_TRUE(ready) << sentence(ready.error());
    ASSERT_EQ(ready.value().models.size(), 1u) << "live settings do not change the model";
    for (std::size_t i = 0; i < 2; ++i) {
        const PreparedCharacter& member = ready.value().members[i];
        const LiveControls controls = live_controls(two.instances[i].controls, description.contact, two.environment);
        EXPECT_EQ(starting_controls(member), controls);
        Motion before(character);
        Motion after(member.character);
        before.set_time(controls, two.instances[i].clip_start);
        after.set_time(starting_controls(member), member.member.clip_time);
        for (int step = 0; step < 10; ++step) {
            before.step(controls);
            after.step(starting_controls(member));
        }
        EXPECT_EQ(limber::hash_of(before.state()), limber::hash_of(after.state()));
    }
}

TEST_F(BarScene, BuildsAnotherModelIfBuildSettingsDiffer) {
    SceneDescription saved = described(two, "Two", {});
    saved.members[1].changes = R"({"modes": 3})";
    const auto ready = prepared_scene(saved, {});
    ASSERT_TRUE(ready) << sentence(ready.error());
    ASSERT_EQ(ready.value().models.size(), 2u);
    EXPECT_EQ(ready.value().models[1]->model.mode_count(), 3);
}

TEST_F(BarScene, ReportsInvalidChanges) {
    SceneDescription saved = described(two, "Two", {});
    saved.members[1].changes = R"({"material": {"young": -3}})";
    const auto ready = prepared_scene(saved, {});
    ASSERT_FALSE(ready);
    EXPECT_THAT(sentence(ready.error()), HasSubstr("young"));
}

TEST(SceneChanges, TransformOneSceneIntoAnother) {
    CharacterDescription from;
    from.name = "one";
    from.mesh = "/meshes/one.msh";
    from.camera = CameraDescription{};
    CharacterDescription to = from;
    to.camera.reset();
    to.modes = 33;
    to.material.regions.push_back({"hard", 4.0, 1.0});
    const std::string changes = changes_between(from, to, "/scenes");
    const auto changed_scene = changed(from, changes, "changes", "/scenes");
    ASSERT_TRUE(changed_scene) << sentence(changed_scene.error());
    EXPECT_EQ(changed_scene.value().value, to);
    EXPECT_EQ(changes_between(from, from, "/scenes"), "");
    EXPECT_THAT(changes, HasSubstr("null"));
}

TEST(SceneChanges, UsePathsRelativeToTheScene) {
    CharacterDescription from;
    from.name = "one";
    from.mesh = "/meshes/one.msh";
    CharacterDescription to = from;
    to.mesh = "/meshes/two.msh";
    EXPECT_THAT(changes_between(from, to, "/scenes"), HasSubstr("../meshes/two.msh"));
    const auto read = changed(from, R"({"mesh": "../meshes/two.msh", "colour": 3})", "changes", "/scenes");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value.mesh.lexically_normal(), to.mesh);
    EXPECT_THAT(read.value().warnings, ::testing::ElementsAre(HasSubstr("colour")));
}

} // namespace
} // namespace limber::app
