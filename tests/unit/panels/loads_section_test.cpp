// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/panels/subspace_words.h"
#include "tests/unit/panels/section_test.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace limber::app {
namespace {

/// The section of a body with two bones, a load whose rows are shown, and a mouse.
class LoadsSection : public SectionTest {
protected:
    LoadsSection() : SectionTest("Loads", &loads_section) {
        character_.rig.skeleton.bones.resize(2);
        character_.rig.skeleton.bones[0].name = "upper arm";
        character_.rig.skeleton.bones[1].name = "forearm";
        draft_.character.description.subspace = SubspaceKind::force_dual;
        draft_.character.description.loads = {{{.name = "Biceps", .kind = LoadKind::field}}};
        draft_.view.brush.target = BrushTarget::load;
        draft_.view.brush.region = 0;
    }

    void choose(const std::string& list, const std::string& choice) {
        click(list);
        click(list + ": " + choice);
        frame();
    }
    const Load& load() const {
        return draft_.character.description.loads[0].load;
    }
    bool holds_brush() const {
        return draft_.view.brush.is_held;
    }
};

TEST_F(LoadsSection, MakesAMuscleBetweenTwoBones) {
    frame();
    EXPECT_FALSE(has("Fibres from"));
    choose("Acts", "Contracts");
    EXPECT_EQ(load().kind, LoadKind::muscle);
    EXPECT_TRUE(holds_brush()) << "paint limits it";
    EXPECT_TRUE(took_another_subspace());
    EXPECT_TRUE(has("Sections"));
    choose("Fibres from", "upper arm");
    choose("Fibres to", "forearm");
    EXPECT_EQ(load().from, "upper arm");
    EXPECT_EQ(load().to, "forearm");
    EXPECT_TRUE(took_another_subspace());
    choose("Fibres from", "Along the paint");
    EXPECT_EQ(load().from, "");
    choose("Acts", "Everywhere");
    EXPECT_FALSE(has("Fibres from"));
    EXPECT_FALSE(holds_brush());
}

// One that acts at a point has one response.
TEST_F(LoadsSection, SaysThatTheLoadsGiveFewerModes) {
    SkinningModes modes;
    modes.W = Matrix::Ones(4, 1);
    character_.modes = std::make_shared<const SkinningModes>(modes);
    character_.subspace = SubspaceKind::force_dual_skinning;
    character_.description.modes = 8;
    EXPECT_EQ(words_about_fewer_columns(character_), "The loads give 1 of 8 modes.");
    frame();
    EXPECT_TRUE(has("Fewer modes than asked for"));
    character_.description.modes = 1;
    frame();
    EXPECT_FALSE(has("Fewer modes than asked for"));
    EXPECT_EQ(words_about_fewer_columns(character_), "");
}

TEST_F(LoadsSection, GivesALoadAMean) {
    frame();
    EXPECT_FALSE(has("Mean x"));
    click("Mean force");
    EXPECT_EQ(load().mean, (std::vector<double>{0, 0, 0}));
    EXPECT_TRUE(took_another_subspace());
    frame();
    EXPECT_TRUE(has("Mean z"));
    choose("Acts", "Presses");
    EXPECT_TRUE(load().mean.empty()) << "it was an acceleration, and would be a pressure";
    click("Mean force");
    EXPECT_EQ(load().mean, std::vector<double>{0});
    frame();
    EXPECT_TRUE(has("Mean"));
    click("Mean force");
    EXPECT_TRUE(load().mean.empty());
    choose("Acts", "Inflates");
    EXPECT_FALSE(has("Mean force"));
}

TEST_F(LoadsSection, LetsHandlesHoldTheBody) {
    frame();
    EXPECT_FALSE(has("Holds the body")) << "paint holds nothing";
    Load& handles = draft_.character.description.loads[0].load;
    handles = {.name = "Hands", .kind = LoadKind::handles, .points = {Vec3::Zero(), Vec3::UnitX()}};
    frame();
    EXPECT_FALSE(has("Holding stiffness"));
    click("Holds the body");
    ASSERT_EQ(load().stiffness.size(), 1u);
    EXPECT_EQ(load().stiffness[0], usual_stiffness(character_));
    EXPECT_TRUE(took_another_subspace());
    handles.stiffness = {20.0, 300.0};
    frame();
    EXPECT_TRUE(has("Holding stiffness"));
    EXPECT_EQ(load().stiffness, (std::vector<double>{20.0, 300.0})) << "nothing was edited";
    click("Holds the body");
    EXPECT_TRUE(load().stiffness.empty());
}

} // namespace
} // namespace limber::app
