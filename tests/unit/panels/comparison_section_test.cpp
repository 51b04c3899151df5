// SPDX-License-Identifier: MIT
#include "tests/unit/panels/section_test.h"

#include "app/panels/comparison_plots.h"
#include "app/panels/curves_plot.h"
#include "app/panels/mode_errors_words.h"
#include "app/panels/phrases.h"
#include "app/panels/plot_table.h"
#include "app/panels/tooltip.h"
#include "engine/core/file_bytes.h"
#include "tests/support/scratch_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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
        rows() = {subspace};
    }
    // Beside full space.
    void show(const Snapshot& snapshot, const ComparedStep& step) {
        compare({"full", 0});
        ui_state_.snapshot = &snapshot;
        ui_state_.comparison.newest = &step;
        frame();
        frame();
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
    std::vector<ComparedSubspace>& rows() {
        return draft_.character.compared;
    }
    // With the tooltips of a panel beside bodies that are compared.
    void hover(const std::string& place) {
        const Pixel centre = place_of(place).centre();
        ImGui::GetIO().MousePos = ImVec2(static_cast<float>(centre.x()), static_cast<float>(centre.y()));
        for (int i = 0; i < 2; ++i) {
            start_tooltips({}, ViewArea{0, 0, 400, 1400});
            frame();
        }
    }
    void have_modes(Index count) {
        auto modes = std::make_shared<SkinningModes>();
        modes->W.setZero(1, count);
        character_.modes = std::move(modes);
    }

private:
    ModeErrors errors_;
};

// At the left end of its slider it is what a file may have, where the file's is softer than what is offered otherwise.
TEST_F(ComparisonSection, ChangesAYoungsModulusOfAFileThatIsSofterThanOffered) {
    const auto at_the_left_end = [&](double young) {
        compare({.kind = "displacement", .modes = 4, .parameters = {.young = young}});
        frame();
        frame();
        if (!has("Its Young")) {
            click("Parameters of its own");
        }
        frame();
        const ViewArea slider = place_of("Its Young");
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = ImVec2(static_cast<float>(slider.x) + 3.0F, static_cast<float>(slider.centre().y()));
        for (const bool is_down : {false, true, true, false, false}) {
            io.MouseDown[0] = is_down;
            frame();
        }
        return *rows().front().parameters.young;
    };
    EXPECT_DOUBLE_EQ(at_the_left_end(5e3), 10.0);
    EXPECT_DOUBLE_EQ(at_the_left_end(0.5), 0.001);
}

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

// After a change of the material the numbers could be taken for those of the new one.
TEST_F(ComparisonSection, SaysThatWhatItMeasuresIsOutdated) {
    for (const std::uint64_t steps : {0u, 12u, 40u}) {
        for (const bool is_running : {true, false}) {
            errors().steps = steps;
            ui_state().mode_errors.is_running = is_running;
            for (const bool is_outdated : {false, true}) {
                ui_state().mode_errors.is_outdated = is_outdated;
                frame();
                EXPECT_EQ(has("Outdated errors"), is_outdated) << steps << " steps, running: " << is_running;
            }
        }
    }
}

// The panel is narrow.
TEST_F(ComparisonSection, AnswersInALineOfItsOwn) {
    frame();
    EXPECT_TRUE(has("Enough for this motion"));
}

// It stays in view, also at the lower end of the panel.
TEST_F(ComparisonSection, AnswersWhereTheProgressWas) {
    ui_state().mode_errors.is_running = true;
    errors().steps = 12;
    frame();
    const double bar = place_of("Time of the preparation").y;
    ui_state().mode_errors.is_running = false;
    errors().steps = 40;
    frame();
    EXPECT_LE(place_of("Enough for this motion").y, bar);
    EXPECT_GT(place_of("How many modes?").y, place_of("Enough for this motion").y);
}

TEST_F(ComparisonSection, SaysWhichSubspaceItComputes) {
    ModeErrors& now = errors();
    now = {0, 40, {}, 0, PreparedModes{16, 4, 5}};
    EXPECT_EQ(words_while_measuring(now), "Computing subspace 4 of 5, of 16 modes.");
    ui_state().mode_errors.is_running = true;
    frame();
    EXPECT_TRUE(has("Measured so far"));
    EXPECT_EQ(words_when_stopped(now), "Stopped before the first frame.");
    now.preparing.reset();
    now.steps = 12;
    EXPECT_EQ(words_while_measuring(now), "So far, after 12 of 40 frames:");
}

TEST_F(ComparisonSection, SaysWhatTheMostModesLeave) {
    EXPECT_EQ(words_of_answer(errors()), "Enough for this motion: 4 modes.");
    errors().errors = {{2, 0.1, 0.2, 10.0}, {26, 0.04, 0.003, 30.0}};
    EXPECT_EQ(words_of_answer(errors()), "26 modes, the most that this mesh gives, leave an error of 0.3\u00a0%.");
    errors().errors.back().modes = 64;
    EXPECT_EQ(words_of_answer(errors()),
              "Enough for this motion: more than 64 modes, which leave an error of 0.3\u00a0%.");
    errors().errors.back().run = 3e-5;
    EXPECT_EQ(words_of_answer(errors()), "Enough for this motion: 64 modes.");
}

TEST_F(ComparisonSection, GivesNoAnswerFromAReferenceThatTurnedInsideOut) {
    frame();
    EXPECT_FALSE(has("No answer"));
    errors().inverted_tets = 3;
    frame();
    EXPECT_TRUE(has("No answer"));
    EXPECT_FALSE(has("Enough for this motion"));
}

TEST_F(ComparisonSection, SaysThatFullSpaceTurnedInsideOut) {
    ComparedStep step;
    step.bodies.resize(2);
    step.bodies[1].is_reference = true;
    Snapshot snapshot;
    ui_state().snapshot = &snapshot;
    ui_state().comparison.newest = &step;
    frame();
    EXPECT_FALSE(has("Inside out"));
    step.bodies[1].inverted_tets = 12;
    frame();
    EXPECT_TRUE(has("Inside out"));
    EXPECT_EQ(inverted_tets_in_words(12), "12 tets inside out");
    EXPECT_EQ(inverted_tets_in_words(1), "1 tet inside out");
}

TEST_F(ComparisonSection, LearnsBestForAMotionAgain) {
    ui_state().comparison.learned_poses = 37;
    compare({"pod", 4});
    click("Learn again");
    EXPECT_TRUE(last_command<LearnComparedAgain>());
    compare({"displacement", 4});
    frame();
    EXPECT_FALSE(has("Learn again"));
}

TEST_F(ComparisonSection, SaysWhichOtherCharactersAreCompared) {
    frame();
    EXPECT_FALSE(has("Select Eel"));
    ui_state().comparison.elsewhere = {{7, "Eel"}};
    click("Select Eel");
    ASSERT_TRUE(last_command<SelectCharacter>());
    EXPECT_EQ(last_command<SelectCharacter>()->id, 7);
}

TEST(NumbersOfStep, AreCountedAndNotTheModes) {
    ComparedBody body;
    body.subspace = {"displacement", 16};
    body.coordinates = 192;
    EXPECT_EQ(numbers_of_step(body), "Displacements 16: a step solves for 192 numbers");
    body.subspace = {};
    body.coordinates = 30000;
    EXPECT_EQ(numbers_of_step(body), "Full space: a step solves for " + grouped(30000) + " numbers");
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

TEST_F(ComparisonSection, SaysThatAMotionGivesFewerNumbersThanItsModesShouldHave) {
    ComparedStep step;
    step.bodies.resize(2);
    ComparedBody& body = step.bodies[1];
    body.skin = std::make_shared<const DeformedSkin>();
    Snapshot snapshot;
    ui_state().snapshot = &snapshot;
    ui_state().comparison.newest = &step;
    const auto says_so = [&](const ComparedSubspace& subspace, Index coordinates) {
        compare(subspace);
        body.subspace = subspace;
        body.coordinates = coordinates;
        frame();
        return has("Fewer numbers");
    };
    EXPECT_TRUE(says_so({"pod", 16}, 37));
    EXPECT_EQ(numbers_in_words(body), "37 of 192 numbers");
    EXPECT_FALSE(says_so({"pod", 16}, 192));
    EXPECT_EQ(numbers_in_words(body), "192 numbers");
    EXPECT_FALSE(says_so({"skinning-unconstrained", 16}, 37)) << "which the rig takes some of";
}

// Before it is pressed.
TEST_F(ComparisonSection, SaysInWhichFolderATableWillBe) {
    const Document document;
    Commands commands;
    UiState state;
    state.files.folder = "/home/anna/scenes";
    PanelContext context{state, document, draft_.character, draft_.view, draft_.selection, unfinished_, commands};
    EXPECT_EQ(csv_tooltip("Writes errors", context),
              "Writes errors, as a new table (CSV) in the folder /home/anna/scenes");
    state.files.folder.clear();
    EXPECT_EQ(csv_tooltip("Writes errors", context),
              "Writes errors, as a new table (CSV) in the folder " + std::filesystem::current_path().string());
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
    EXPECT_TRUE(last_command<TryComparingAgain>());
    EXPECT_EQ(rows(), std::vector<ComparedSubspace>{failing});
}

TEST_F(ComparisonSection, SaysThatARowWaitsForAMotion) {
    const ComparedSubspace waiting{"pod", 4};
    compare(waiting);
    ui_state().comparison.failed = {{waiting, {ErrorKind::bad_input, "nothing moves", "pod"}}};
    ui_state().comparison.waits_for_motion = true;
    frame();
    ui_state().comparison.learned_poses = 60; // in which nothing moved
    frame();
    EXPECT_TRUE(has("Waits for a motion"));
    EXPECT_FALSE(has("Learned from")) << "there is nothing of them";
    EXPECT_FALSE(has("Learn again"));
    EXPECT_FALSE(has("Try again")) << "it is tried by itself";
    ui_state().comparison.waits_for_motion = false;
    frame();
    EXPECT_FALSE(has("Waits for a motion"));
    EXPECT_TRUE(has("Try again"));
}

TEST_F(ComparisonSection, RemovesAnyRow) {
    const std::vector<ComparedSubspace> three{{"full", 4}, {"displacement", 400}, {"skinning", 2}};
    rows() = three;
    ui_state().comparison.failed = {{three[1], {ErrorKind::bad_input, "too many modes", "modes"}}};
    click("Remove Displacements 400");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{three[0], three[2]}));
    click("Remove Full space");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{three[2]}));
    rows() = three;
    click("Remove all");
    EXPECT_TRUE(rows().empty());
}

// Of any three rows, in whatever order they come and go.
TEST_F(ComparisonSection, KeepsTheColoursOfTheRowsThatStay) {
    const auto colours = [&] {
        std::vector<int> all;
        std::ranges::transform(rows(), std::back_inserter(all), &ComparedSubspace::colour);
        return all;
    };
    rows() = {{"full", 4}, {"displacement", 5}, {"skinning", 2}};
    frame();
    EXPECT_EQ(colours(), (std::vector{1, 2, 3}));
    click("Remove Displacements 5");
    EXPECT_EQ(colours(), (std::vector{1, 3}));
    click("Add a subspace");
    EXPECT_EQ(colours(), (std::vector{1, 3, 2})) << "the one that is free";
    click("Remove Full space");
    EXPECT_EQ(colours(), (std::vector{3, 2}));
    click("Remove all");
    click("Add a subspace");
    EXPECT_EQ(colours(), (std::vector{1}));
}

// They come and go below the buttons.
TEST_F(ComparisonSection, KeepsItsButtonsUnderTheMouseWhileRowsComeAndGo) {
    frame();
    frame();
    const auto places = [] {
        return std::pair(widget_places().at("Add a subspace").y, widget_places().at("Remove all").y);
    };
    const auto before = places();
    for (const char* button : {"Add a subspace", "Add a subspace", "Add a subspace", "Remove all"}) {
        click(button);
        EXPECT_EQ(places(), before) << button;
    }
    EXPECT_TRUE(rows().empty());
}

TEST_F(ComparisonSection, AddsOtherKindsOfAsManyModesAsTheCharacterHas) {
    have_modes(24);
    click("Add a subspace");
    click("Add a subspace");
    click("Add a subspace");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 24}, {"displacement", 24}, {"modal-derivatives", 24}}));
    rows() = {};
    description().subspace = SubspaceKind::displacement;
    click("Add a subspace");
    click("Add a subspace");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 24}, {"skinning", 24}}));
}

// A row of a file is not changed by showing it.
TEST_F(ComparisonSection, ChangesNoRowByShowingIt) {
    const std::vector<ComparedSubspace> of_file{{"full", 3, {.energy = ElasticEnergy::arap}},
                                                {"force-dual", 900, {.young = 1.0, .switched = true}}};
    rows() = of_file;
    frame();
    EXPECT_EQ(rows(), of_file);
}

TEST_F(ComparisonSection, KeepsTheParametersThatAnotherKindHas) {
    rows() = {{"force-dual", 3, {.young = 1e4, .switched = true}}};
    click("Beside");
    click("Beside: Displacements");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"displacement", 3, {.young = 1e4}}}));
    click("Beside");
    click("Beside: Full space");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 3}}));
    click("Its energy");
    click("Its energy: ARAP");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 3, {.energy = ElasticEnergy::arap}}}));
    click("Its energy");
    click("Its energy: Co-rotational");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 3}})) << "the character's own";
}

// It would move as the other one; errors are measured from the first.
TEST_F(ComparisonSection, HasNoTwoFullSpacesOfTheSameEnergy) {
    rows() = {{"full", 3}, {"displacement", 3}};
    click("Beside"); // of the last row
    click("Beside: Full space");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 3}, {"full", 3, {.energy = ElasticEnergy::arap}}}));
    click("Its energy");
    frame();
    EXPECT_FALSE(has("Its energy: Co-rotational")) << "the first one has it";
    click("Its energy: Stable neo-Hookean");
    EXPECT_EQ(rows(),
              (std::vector<ComparedSubspace>{{"full", 3}, {"full", 3, {.energy = ElasticEnergy::stable_neo_hookean}}}));
    rows() = {{"full", 3, {.energy = ElasticEnergy::arap}}, {"displacement", 3}};
    click("Beside");
    click("Beside: Full space");
    EXPECT_EQ(rows(), (std::vector<ComparedSubspace>{{"full", 3, {.energy = ElasticEnergy::arap}}, {"full", 3}}));
}

TEST_F(ComparisonSection, SavesTheCurvesWithTheirFramesAndTimes) {
    ComparedStep step;
    step.frames = {7, 8};
    step.times = {0.5F, 0.75F};
    step.bodies.resize(2);
    step.bodies[0].subspace = {"skinning", 2};
    step.bodies[1].subspace = {"full", 1};
    for (ComparedBody& body : step.bodies) {
        body.skin = std::make_shared<const DeformedSkin>();
        body.errors = {0.25F};
        body.energies = {2.0F};
    }
    step.bodies[0].errors = {0.125F, 0.25F};
    step.bodies[0].energies = {1.0F, 2.0F};
    step.bodies[1].is_reference = true;
    Snapshot snapshot;
    ui_state().snapshot = &snapshot;
    ui_state().files.name = "Bar";
    ui_state().comparison.newest = &step;
    rows() = {{}};
    click("Save the curves as CSV");
    const auto* file = last_command<WriteNewFile>();
    ASSERT_TRUE(file);
    EXPECT_EQ(file->name, "Bar_comparison");
    const limber::testing::ScratchFolder folder;
    ASSERT_TRUE(file->write(folder / "table.csv"));
    EXPECT_EQ(file_bytes(folder / "table.csv").value(),
              "\"frame\",\"time [s]\",\"Skinning 2 error [share of the size]\",\"Skinning 2 energy [J]\","
              "\"Full space energy [J]\"\r\n7,0.5,0.125,1,\r\n8,0.75,0.25,2,2\r\n");
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

// A body of a step, with as many errors as energies.
ComparedBody compared_body(const ComparedSubspace& subspace, float error, float energy) {
    ComparedBody body;
    body.subspace = subspace;
    body.skin = std::make_shared<const DeformedSkin>();
    body.distances = {0.1F};
    body.errors.assign(30, error);
    body.energies.assign(30, energy);
    return body;
}

ComparedStep four_bodies() {
    ComparedStep step;
    step.bodies = {compared_body({"skinning", 16}, 0.01F, 3.0F), compared_body({"full", 0}, 0.0F, 2.0F),
                   compared_body({"displacement", 16}, 0.002F, 2.5F), compared_body({"skinning", 4}, 0.05F, 40.0F)};
    step.bodies[1].is_reference = true;
    return step;
}

TEST(NewestError, IsThatOfAStep) {
    ComparedStep step = four_bodies();
    ComparedBody& body = step.bodies[2];
    body.errors = {0.01F, 0.02F};
    EXPECT_EQ(newest_error(step, body), measured(2.0, "%"));
    EXPECT_EQ(newest_error(step, step.bodies[1]), "\u2013") << "the reference";
    step.is_beginning = true;
    EXPECT_EQ(newest_error(step, body), "\u2013") << "it was put where the character is";
}

TEST_F(ComparisonSection, PlotsAllErrorsAndAllEnergiesTogether) {
    Snapshot snapshot;
    ComparedStep step = four_bodies();
    show(snapshot, step);
    EXPECT_TRUE(has("Error [% of size]"));
    EXPECT_TRUE(has("Energy [J]"));
    for (const char* name : {"Curves of body 0", "Curves of body 1", "Curves of body 2", "Curves of body 3"}) {
        EXPECT_TRUE(has(name)) << name;
    }
    for (ComparedBody& body : step.bodies) { // without full space
        body.errors.clear();
        body.is_reference = false;
    }
    frame();
    EXPECT_FALSE(has("Error [% of size]"));
    EXPECT_TRUE(has("Energy [J]")) << "which needs no reference";
    EXPECT_TRUE(has("Curves of body 3"));
    EXPECT_TRUE(has("Save the curves as CSV"));
}

// The tooltip of this widget, which stands over the panel, covers none of these.
void expect_uncovered(const std::string& hovered, const std::vector<std::string>& widgets) {
    const ImGuiWindow* shown = ImGui::FindWindowByName("##tooltip");
    ASSERT_TRUE(shown && shown->Active) << hovered;
    EXPECT_LE(shown->Pos.x + shown->Size.x, 400.0F);
    for (const std::string& widget : widgets) {
        ASSERT_TRUE(widget_places().contains(widget)) << widget;
        const ViewArea& place = widget_places().at(widget);
        const bool is_below = static_cast<double>(shown->Pos.y) >= place.y + place.height;
        EXPECT_TRUE(is_below || static_cast<double>(shown->Pos.y + shown->Size.y) <= place.y)
            << hovered << " covers " << widget;
    }
}

// Of either plot, and of the button below them, over the panel.
TEST_F(ComparisonSection, NoTooltipOfAPlotCoversAPlot) {
    Snapshot snapshot;
    ComparedStep step = four_bodies();
    show(snapshot, step);
    for (const char* hovered : {"Error [% of size]", "Energy [J]", "Save the curves as CSV"}) {
        hover(hovered);
        expect_uncovered(hovered, {"Error [% of size]", "Energy [J]"});
    }
    start_tooltips();
}

TEST_F(ComparisonSection, NoTooltipOfThePlotsOfModesCoversTheProgress) {
    errors().steps = 12;
    ui_state().mode_errors.is_running = true;
    frame();
    frame();
    const std::vector<std::string> plots{"One step, 2 to 8 modes", "Run, 2 to 8 modes"};
    for (const std::string& plot : plots) {
        hover(plot);
        expect_uncovered(plot, {"Time of the preparation", "Stop measuring", plots[0], plots[1]});
        const ImGuiWindow* shown = ImGui::FindWindowByName("##tooltip");
        EXPECT_GT(shown->Pos.y, static_cast<float>(place_of(plots[1]).y)) << "the titles are above the plots";
    }
    start_tooltips();
}

TEST(TimeTicks, AreAtRoundTimesBeforeNow) {
    const std::vector<TimeTick> ticks = time_ticks(3.98);
    ASSERT_EQ(ticks.size(), 4u);
    EXPECT_EQ(ticks.front().text, "\u22123 s");
    EXPECT_NEAR(ticks.front().across, 1.0 - 3.0 / 3.98, 1e-6);
    EXPECT_EQ(ticks[2].text, "\u22121 s");
    EXPECT_EQ(ticks.back().text, "now");
    EXPECT_EQ(ticks.back().across, 1.0F);
    EXPECT_EQ(time_ticks(0.0).size(), 1u) << "not known yet";
    for (const double seconds : {1e-3, 0.07, 0.24, 1.0, 5.0, 9.9, 1000.0}) {
        const std::vector<TimeTick> some = time_ticks(seconds);
        EXPECT_GE(some.size(), 2u) << seconds;
        EXPECT_LE(some.size(), 6u) << seconds;
        EXPECT_GE(some.front().across, -1e-6F) << seconds;
    }
}

TEST_F(ComparisonSection, SaysHowLongThePreparationTakes) {
    compare({"full", 0});
    frame();
    EXPECT_FALSE(has("Time of the preparation"));
    ui_state().comparison.is_preparing = true;
    ui_state().comparison.progress = {"eigenmodes", 0.4, 3.0, 4.5};
    frame();
    EXPECT_TRUE(has("Time of the preparation"));
}

/// The section of how the character is drawn, while subspaces are compared.
class DrawingBesideOthers : public SectionTest {
protected:
    DrawingBesideOthers() : SectionTest("Drawing", &drawing_section) {
        character_.model.T = Matrix::Zero(8, 8); // two modes
        draft_.view.paint = PaintKind::mode;
        draft_.view.body_colours = BodyColours::distances;
        ui_state_.comparison.newest = &step_;
    }

    ComparedStep step_ = four_bodies();
};

TEST_F(DrawingBesideOthers, SaysThatThePaintIsCovered) {
    frame();
    EXPECT_TRUE(has("Paint not shown"));
    draft_.view.body_colours = BodyColours::own;
    frame();
    EXPECT_FALSE(has("Paint not shown"));
}

TEST_F(DrawingBesideOthers, DoesNotFlexByHand) {
    draft_.view.compared = 3;
    click("Flex the mode by hand");
    EXPECT_TRUE(has("Not flexed"));
    EXPECT_FALSE(has("Stop flexing"));
    draft_.view.compared = 0;
    frame();
    EXPECT_FALSE(has("Not flexed"));
    EXPECT_TRUE(has("Stop flexing"));
}

} // namespace
} // namespace limber::app
