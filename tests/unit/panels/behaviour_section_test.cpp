// SPDX-License-Identifier: MIT
#include "app/character/switched_loads.h"
#include "engine/contact/contact_points.h"
#include "tests/unit/panels/section_test.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

namespace limber::app {
namespace {

/// The section of a free body with a muscle and a point to stand on, and a mouse.
class BehaviourSection : public SectionTest {
protected:
    BehaviourSection() : SectionTest("Behaviour", &behaviour_section) {
        character_.description.rig_kind = RigKind::none;
        character_.model.actuation.emplace().muscles.resize(1);
        ContactPoints points;
        points.phi = Matrix::Zero(1, 1);
        character_.contact_points = std::make_shared<const ContactPoints>(points);
    }

    std::optional<BehaviourKind>& kind() {
        return draft_.character.controls.muscles.behaviour.kind;
    }
    void switch_between_loads() {
        character_.switched = std::make_shared<const SwitchedLoads>();
    }
};

TEST_F(BehaviourSection, OffersWhatTheBodyCanDo) {
    click("It does");
    EXPECT_TRUE(has("It does: Stand"));
    EXPECT_FALSE(has("Let it move by itself"));
}

TEST_F(BehaviourSection, AsksFromWhatABodyFlees) {
    kind() = BehaviourKind::flee;
    frame();
    EXPECT_TRUE(has("Flee the mouse"));
    EXPECT_TRUE(has("Distance"));
    EXPECT_TRUE(has("Target x"));
    click("Flee the mouse");
    EXPECT_FALSE(has("Target x")) << "it is under the mouse";
    click("Flee the nearest");
    EXPECT_FALSE(has("Flee the mouse"));
}

TEST_F(BehaviourSection, WeightsTheGoalsOfWhatItDoes) {
    kind() = BehaviourKind::walk;
    frame();
    EXPECT_FALSE(has("Feet weight")) << "the part is closed at first";
    click("Goals");
    frame();
    EXPECT_TRUE(has("Feet weight"));
    EXPECT_TRUE(has("Facing"));
    EXPECT_FALSE(has("Reach weight"));
    kind() = BehaviourKind::roll;
    frame();
    EXPECT_FALSE(has("Feet weight"));
    EXPECT_FALSE(has("Balance weight"));
    EXPECT_FALSE(has("Facing"));
    EXPECT_TRUE(has("Velocity weight"));
    kind() = BehaviourKind::reach;
    frame();
    EXPECT_TRUE(has("Reach weight"));
}

TEST_F(BehaviourSection, LetsABodyReachBesideWhatItDoes) {
    kind() = BehaviourKind::stand;
    frame();
    click("Goals");
    frame();
    EXPECT_FALSE(has("Place x"));
    click("Also reach");
    frame();
    EXPECT_TRUE(draft_.character.controls.muscles.behaviour.goals.also_reaches);
    EXPECT_TRUE(has("Place x"));
    EXPECT_TRUE(has("Reach weight"));
}

TEST_F(BehaviourSection, HasTheCellsOfTheCageAndACageFromAFile) {
    frame();
    EXPECT_FALSE(has("Cage cells")) << "it has no cage";
    MuscleDescription& muscles = draft_.character.description.muscles;
    muscles.cage_cells = 4;
    frame();
    EXPECT_TRUE(has("Cage cells"));
    click("Cage from a file");
    ASSERT_NE(last_command<AskForFile>(), nullptr);
    EXPECT_EQ(last_command<AskForFile>()->purpose, FilePurpose::cage);
    muscles.cage_cells = 0;
    muscles.cage_file = "cage.obj";
    frame();
    EXPECT_FALSE(has("Cage cells"));
}

TEST_F(BehaviourSection, HasTheNumberOfSkinningModesThatAreMuscles) {
    frame();
    EXPECT_FALSE(has("Skinning modes")) << "it has no muscles";
    MuscleDescription& muscles = draft_.character.description.muscles;
    muscles.cage_cells = 4;
    frame();
    EXPECT_TRUE(has("Skinning modes"));
    muscles.cage_cells = 0;
    muscles.skinning_modes = 2;
    frame();
    EXPECT_TRUE(has("Skinning modes"));
    EXPECT_TRUE(has("Cage cells")) << "a cage may come back";
}

// A row that went away at 0 could not be dragged back.
TEST_F(BehaviourSection, KeepsTheRowOfCellsAtZeroBesideOtherMuscles) {
    MuscleDescription& muscles = draft_.character.description.muscles;
    muscles.modes = 2;
    muscles.cage_cells = 1;
    frame();
    EXPECT_TRUE(has("Cage cells"));
    muscles.cage_cells = 0;
    frame();
    EXPECT_TRUE(has("Cage cells"));
    muscles.cage_file = "cage.obj";
    frame();
    EXPECT_FALSE(has("Cage cells"));
}

// Which refer to the muscles by their numbers.
TEST_F(BehaviourSection, KeepsTheCageThatGaitsMove) {
    draft_.character.description.muscles.cage_cells = 4;
    draft_.character.controls.muscles.held = {0.2};
    frame();
    EXPECT_TRUE(has("Cage cells"));
    EXPECT_FALSE(has("Cage from a file"));
}

TEST_F(BehaviourSection, KeepsTheCageThatGaitsOfOtherCharactersOfTheModelMove) {
    draft_.character.description.muscles.cage_cells = 4;
    document_.scene.instances = {CharacterInstance{.id = 1, .model = 9}, CharacterInstance{.id = 2, .model = 9},
                                 CharacterInstance{.id = 3, .model = 8}};
    ui_state_.selected.id = 1;
    document_.scene.instances[2].controls.muscles.held = {0.2};
    frame();
    EXPECT_TRUE(has("Cage from a file")) << "of another model";
    document_.scene.instances[1].controls.muscles.held = {0.2};
    frame();
    EXPECT_FALSE(has("Cage from a file"));
    document_.scene.instances[1].controls.muscles.held.clear();
    document_.scene.instances[1].controls.muscles.handover.from = {{{"", "", {{{1.0, 1.0, 0.0}}}}}};
    frame();
    EXPECT_FALSE(has("Cage from a file")) << "a gait still fades out";
}

TEST_F(BehaviourSection, OffersNothingToABodyThatSwitchesBetweenLoads) {
    switch_between_loads();
    click("It does");
    EXPECT_FALSE(has("It does: Nothing")) << "the list is disabled";
    EXPECT_FALSE(has("It does: Stand"));
}

TEST_F(BehaviourSection, LetsABodyThatSwitchesBetweenLoadsOnlyEndWhatItWasToDo) {
    switch_between_loads();
    kind() = BehaviourKind::walk;
    click("It does");
    EXPECT_TRUE(has("It does: Walk"));
    EXPECT_FALSE(has("It does: Stand"));
    click("It does: Nothing");
    EXPECT_FALSE(kind());
}

TEST_F(BehaviourSection, FreesNoBodyThatSwitchesBetweenLoads) {
    character_.description.rig_kind = RigKind::affine_handle;
    switch_between_loads();
    click("Let it move by itself");
    EXPECT_FALSE(kind()) << "its button is disabled";
}

} // namespace
} // namespace limber::app
