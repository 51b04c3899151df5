// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/motion/moving_body.h"
#include "tests/support/driven_session.h"
#include "tests/support/mesh_files.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

// Cages from files for the selected character, driven with commands and without a window.
namespace limber::app {
namespace {

std::filesystem::path write_free_bar(const limber::testing::ScratchFolder& folder) {
    limber::testing::write_small_scene(folder);
    limber::testing::write_bytes(folder / "free.json", R"({"format": "limber-scene", "version": 1, "name": "Bar",
 "mesh": "bar.mesh", "rig": "none", "muscles": {"modes": 2, "strength": 0.5}, "material": {"young": 20000},
 "modes": 6, "clusters": {"count": 20}, "contact": {"floor": true, "points": 8}})");
    return folder / "free.json";
}

class CagesInASession : public ::testing::Test {
protected:
    // Larger than the bar by a margin on each side.
    void take_cage(const std::string& name, double margin) {
        SurfaceMesh box = limber::testing::box_surface(Vec3(1.0, 0.3, 0.3) + Vec3::Constant(2.0 * margin));
        box.V.rowwise() -= Eigen::RowVector3d::Constant(margin);
        limber::testing::write_bytes(folder / name, limber::testing::obj_file(box));
        session.carry_out(TakeCageFile{folder / name});
    }
    // As a user plays them: a gait, a held muscle, and a gait that fades out.
    void play_muscles() {
        session.carry_out(EditDocument{[](Document& document) {
            for (CharacterInstance& instance : document.scene.instances) {
                instance.controls.muscles.gait.waveforms = {{{0.2, 1.0, 0.0}}};
                instance.controls.muscles.held = {0.0, 0.3};
                instance.controls.muscles.handover.from = {{{"", "", {{{0.1, 1.0, 0.0}}}}}};
            }
        }});
        driven.frame();
    }
    void add_another_of_the_model() {
        session.carry_out(EditDocument{[](Document& document) {
            CharacterInstance other = document.scene.instances.front();
            other.id += 1;
            document.scene.instances.push_back(other);
        }});
        ASSERT_TRUE(driven.settle());
    }
    const Scene& scene() const {
        return session.editor().scene();
    }
    Index muscle_count() const {
        return session.shown().selected.character->model.muscle_count();
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{write_free_bar(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(CagesInASession, MakeTheMusclesOfAllCharactersOfTheModel) {
    ASSERT_TRUE(driven.is_open);
    add_another_of_the_model();
    play_muscles();
    take_cage("cage.obj", 0.05);
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && muscle_count() == 3 * 8 - 6; }));
    EXPECT_EQ(scene().models.begin()->second.muscles.cage_file, folder / "cage.obj");
    ASSERT_EQ(scene().instances.size(), 2U);
    for (const CharacterInstance& instance : scene().instances) {
        const MuscleControls& muscles = instance.controls.muscles;
        EXPECT_EQ(muscles.strength, rest_shape_strength);
        EXPECT_TRUE(muscles.gait.waveforms.empty());
        EXPECT_TRUE(muscles.held.empty());
        EXPECT_TRUE(muscles.handover.from.empty()) << "these gaits moved other muscles";
    }
    EXPECT_TRUE(driven.keeps_stepping());
}

TEST_F(CagesInASession, ThatDoNotHoldTheBodyAreRefusedAndChangeNothing) {
    ASSERT_TRUE(driven.is_open);
    add_another_of_the_model();
    play_muscles();
    const Scene before = scene();
    take_cage("small.obj", -0.05);
    ASSERT_TRUE(driven.wait_for_message("cage"));
    ASSERT_TRUE(driven.settle());
    EXPECT_EQ(scene(), before);
    EXPECT_EQ(muscle_count(), 2);
    EXPECT_TRUE(driven.keeps_stepping());
}

// As strong as its description says, so that the description does not tell the two apart.
TEST_F(CagesInASession, ThatAreRefusedLeaveTheStrengthOfTheUser) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.models.begin()->second.muscles.strength = rest_shape_strength;
        document.scene.instances.front().controls.muscles.strength = 2.0 * rest_shape_strength;
    }});
    ASSERT_TRUE(driven.settle());
    const Scene before = scene();
    take_cage("small.obj", -0.05);
    ASSERT_TRUE(driven.wait_for_message("cage"));
    ASSERT_TRUE(driven.settle());
    EXPECT_EQ(scene(), before);
    EXPECT_EQ(scene().instances.front().controls.muscles.strength, 2.0 * rest_shape_strength);
}

} // namespace
} // namespace limber::app
