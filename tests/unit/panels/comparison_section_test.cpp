// SPDX-License-Identifier: MIT
#include "tests/unit/panels/section_test.h"

#include <gtest/gtest.h>

#include <string>

namespace limber::app {
namespace {

/// The section of a character whose numbers of modes were measured, and a mouse.
class ComparisonSection : public SectionTest {
protected:
    ComparisonSection() : SectionTest("Compare subspaces", &comparison_section) {
        errors_.steps = 40;
        errors_.steps_wanted = 40;
        errors_.errors = {{2, 0.1, 0.2, 10.0}, {4, 0.05, 0.02, 20.0}, {8, 0.04, 0.01, 30.0}};
        ui_state_.mode_errors.newest = &errors_;
        modes() = 16;
    }

    void compare(const ComparedSubspace& subspace) {
        ui_state_.comparison.wanted = {subspace};
        unfinished_.compared = {subspace};
    }
    CharacterDescription& description() {
        return character_.description;
    }
    ModeErrors& errors() {
        return errors_;
    }
    UiState& ui_state() {
        return ui_state_;
    }
    ViewOptions& view() {
        return draft_.view;
    }
    Index& modes() {
        return draft_.character.description.modes;
    }

private:
    ModeErrors errors_;
};

TEST_F(ComparisonSection, TakesAMeasuredNumberOfModes) {
    click("Modes: 4");
    EXPECT_EQ(modes(), 4);
    EXPECT_TRUE(has("Save the errors as CSV"));
    EXPECT_FALSE(has("Stopped measuring"));
}

TEST_F(ComparisonSection, OffersNoRowsToClickWhileItMeasures) {
    errors().steps = 12;
    ui_state().mode_errors.is_running = true;
    frame();
    EXPECT_TRUE(has("Stop measuring"));
    EXPECT_FALSE(has("Modes: 4"));
    EXPECT_FALSE(has("Save the errors as CSV"));
    EXPECT_FALSE(has("Stopped measuring"));
}

TEST_F(ComparisonSection, SaysThatAMeasurementWasStopped) {
    errors().steps = 12;
    frame();
    EXPECT_TRUE(has("Stopped measuring"));
    EXPECT_TRUE(has("How many modes?"));
    EXPECT_FALSE(has("Modes: 4"));
    EXPECT_FALSE(has("Save the errors as CSV"));
}

TEST_F(ComparisonSection, SaysWhatBestForAMotionIsMadeFrom) {
    ui_state().comparison.learned_poses = 37;
    compare({"displacement", 4});
    frame();
    EXPECT_FALSE(has("Learned from"));
    compare({"pod", 4});
    frame();
    EXPECT_TRUE(has("Learned from"));
    description().subspace = SubspaceKind::pod; // it is made from the character's file
    frame();
    EXPECT_FALSE(has("Learned from"));
}

TEST_F(ComparisonSection, SaysInItsRowWhyASubspaceIsNotShown) {
    const ComparedSubspace failing{"displacement", 400};
    compare(failing);
    frame();
    EXPECT_FALSE(has("Not shown"));
    EXPECT_FALSE(has("Try again"));
    ui_state().comparison.failed = {{{"displacement", 300}, {ErrorKind::bad_input, "too many modes", "modes"}}};
    frame();
    EXPECT_FALSE(has("Not shown")) << "that was another one";
    ui_state().comparison.failed.front().subspace = failing;
    frame();
    EXPECT_TRUE(has("Not shown"));
    click("Try again");
    ASSERT_TRUE(last_command<CompareSubspaces>());
    EXPECT_EQ(last_command<CompareSubspaces>()->subspaces, std::vector<ComparedSubspace>{failing});
}

TEST_F(ComparisonSection, RemovesTheSubspaceThatIsNotShown) {
    const ComparedSubspace failing{"displacement", 400};
    compare(failing);
    ui_state().comparison.wanted.push_back({"skinning", 2});
    unfinished_.compared = ui_state().comparison.wanted;
    ui_state().comparison.failed = {{failing, {ErrorKind::bad_input, "too many modes", "modes"}}};
    click("Remove");
    ASSERT_TRUE(last_command<CompareSubspaces>());
    EXPECT_EQ(last_command<CompareSubspaces>()->subspaces, (std::vector<ComparedSubspace>{{"skinning", 2}}));
}

TEST_F(ComparisonSection, ColoursByDistanceFromFullSpaceAlone) {
    view().body_colours = BodyColours::strains;
    compare({"displacement", 4});
    click("Colours");
    click("Colours: Distance");
    EXPECT_EQ(view().body_colours, BodyColours::strains) << "there is nothing to be distant from";
    compare({"full", 4});
    frame();
    if (!has("Colours: Distance")) {
        click("Colours");
    }
    click("Colours: Distance");
    EXPECT_EQ(view().body_colours, BodyColours::distances);
}

// Distances are chosen at first, and are shown as soon as there is full space.
TEST_F(ComparisonSection, KeepsTheChoiceOfDistancesForLater) {
    view().body_colours = BodyColours::distances;
    compare({"displacement", 4});
    frame();
    EXPECT_EQ(view().body_colours, BodyColours::distances);
    click("Colours");
    click("Colours: Stress");
    EXPECT_EQ(view().body_colours, BodyColours::stresses);
}

} // namespace
} // namespace limber::app
