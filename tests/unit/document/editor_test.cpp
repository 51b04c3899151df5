// SPDX-License-Identifier: MIT
#include "app/document/editor.h"
#include "app/document/painted_field.h"
#include "app/document/region_edits.h"
#include "engine/core/random.h"
#include "tests/support/selected_character.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace limber::app {
namespace {

using testing::change_controls;
using testing::change_description;

// Two characters that share one model.
Document two_characters() {
    Document document;
    document.scene.instances = {CharacterInstance{.id = 1, .model = 9}, CharacterInstance{.id = 2, .model = 9}};
    document.scene.models[9].name = "Bar";
    return document;
}

Editor open_editor(Document document = two_characters()) {
    Editor editor;
    editor.open(std::move(document), 1);
    return editor;
}

void set_modes(Editor& editor, Index modes) {
    CharacterDraft draft = editor.draft();
    draft.description.modes = modes;
    editor.apply(draft);
}

TEST(History, ReturnsToRecordedValues) {
    History<int> history(0);
    history.record(1, 1, 0, "one");
    history.record(2, 2, 0, "two");
    EXPECT_EQ(history.undo_name(), "two");
    EXPECT_EQ(history.undo()->value, 1);
    EXPECT_EQ(history.undo_name(), "one");
    EXPECT_EQ(history.redo_name(), "two");
    EXPECT_EQ(history.undo()->value, 0);
    EXPECT_EQ(history.undo(), nullptr);
    EXPECT_EQ(history.redo_name(), "one");
    EXPECT_EQ(history.redo()->value, 1);
    EXPECT_EQ(history.redo()->value, 2);
    EXPECT_EQ(history.redo(), nullptr);
}

TEST(History, DropsUndoneValuesOnANewEdit) {
    History<int> history(0);
    history.record(1, 1, 0, "one");
    history.record(2, 2, 0, "two");
    history.undo();
    history.record(5, 3, 0, "five");
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo()->value, 1);
    EXPECT_EQ(history.undo()->value, 0);
}

// 100 is refused; the edits before and after it stay.
TEST(History, RevisesTheNewestValuesAndRemovesEditsWithoutEffect) {
    History<int> history(0);
    history.record(1, 1, 0, "one");
    history.record(101, 2, 0, "a hundred");
    history.record(103, 3, 0, "two");
    history.record(107, 4, 0, "four");
    history.undo();
    history.revise([](int value) { return value >= 100; },
                   [revision = std::uint64_t{10}](int& value) mutable {
                       value -= 100;
                       return revision++;
                   });
    EXPECT_EQ(history.settled().value, 3);
    EXPECT_EQ(history.undo_name(), "two");
    EXPECT_EQ(history.redo()->value, 7);
    history.undo();
    EXPECT_EQ(history.undo()->value, 1);
    EXPECT_EQ(history.settled().revision, 1u) << "the older one of equal values";
    EXPECT_EQ(history.undo()->value, 0);
}

TEST(History, KeepsAtMostItsDepth) {
    History<int> history(0, 3);
    for (int value = 1; value <= 10; ++value) {
        history.record(value, static_cast<std::uint64_t>(value), 0, "");
    }
    EXPECT_EQ(history.undo()->value, 9);
    EXPECT_EQ(history.undo()->value, 8);
    EXPECT_EQ(history.undo()->value, 7);
    EXPECT_EQ(history.undo(), nullptr);
}

TEST(History, AmendsAllValuesSinceAnEntryOfASeries) {
    History<int> history(0);
    const auto plus_hundred = [revision = std::uint64_t{10}](int& value) mutable {
        value += 100;
        return revision++;
    };
    EXPECT_FALSE(history.amend(7, plus_hundred));
    history.record(1, 1, 0, "one");
    history.record(2, 2, 0, "search", 7);
    history.record(3, 3, 0, "three");
    history.record(4, 4, 0, "four");
    history.undo();
    EXPECT_TRUE(history.amend(7, plus_hundred));
    EXPECT_EQ(history.settled().value, 103);
    EXPECT_EQ(history.redo()->value, 104);
    history.undo();
    EXPECT_EQ(history.undo()->value, 102);
    EXPECT_EQ(history.undo()->value, 1);
    EXPECT_EQ(history.undo()->value, 0);
}

void play(Editor& editor, const std::string& gait, int series) {
    const auto change = [gait](Document& document) {
        document.scene.instances.front().shows = gait;
    };
    editor.edit_in_series(change, "Play best gait", series);
}

TEST(Editor, UndoesEditsBetweenThoseOfASeriesOneByOne) {
    Editor editor = open_editor();
    const Document start = editor.document();
    play(editor, "first", 3);
    set_modes(editor, 20);
    editor.settle();
    play(editor, "second", 3);
    set_modes(editor, 30);
    editor.settle();
    play(editor, "third", 3);
    editor.settle();
    EXPECT_TRUE(editor.is_modified());
    EXPECT_EQ(editor.history().count(), 3U);
    editor.undo();
    EXPECT_EQ(editor.description().modes, 20);
    editor.undo();
    EXPECT_EQ(editor.description().modes, 16);
    EXPECT_EQ(editor.instance()->shows, "third");
    EXPECT_EQ(editor.history().undo_name(), "Play best gait");
    editor.undo();
    EXPECT_EQ(editor.document(), start);
    EXPECT_FALSE(editor.is_modified());
    while (editor.redo()) {
    }
    EXPECT_EQ(editor.description().modes, 30);
    EXPECT_EQ(editor.instance()->shows, "third");
}

TEST(Editor, KeepsADragApartFromASeries) {
    Editor editor = open_editor();
    editor.mark_gesture_start();
    set_modes(editor, 20);
    play(editor, "first", 3);
    set_modes(editor, 30);
    play(editor, "second", 3);
    EXPECT_TRUE(editor.is_changed_by_gesture());
    editor.settle();
    EXPECT_EQ(editor.history().count(), 2U);
    editor.undo();
    EXPECT_EQ(editor.description().modes, 16);
    EXPECT_EQ(editor.instance()->shows, "second");
    editor.redo();
    editor.mark_gesture_start();
    set_modes(editor, 40);
    play(editor, "third", 3);
    editor.cancel_gesture();
    EXPECT_EQ(editor.description().modes, 30);
    EXPECT_EQ(editor.instance()->shows, "third");
}

TEST(Editor, MakesNoEntryOfASeriesThatChangesNothing) {
    Editor editor = open_editor();
    play(editor, "", 3);
    editor.settle();
    EXPECT_FALSE(editor.is_modified());
    EXPECT_EQ(editor.history().count(), 0U);
}

TEST(Editor, IsNotModifiedByAnEditThatIsWithdrawnBeforeItIsSettled) {
    Editor editor = open_editor();
    const Index before = editor.description().modes;
    set_modes(editor, 20);
    editor.withdraw([](const Document& document) { return document.scene.models.at(9).modes == 20; },
                    [before](Document& document) { document.scene.models.at(9).modes = before; });
    EXPECT_FALSE(editor.is_modified());
}

TEST(Editor, KeepsADragWhileAnEditIsWithdrawn) {
    Editor editor = open_editor();
    const Index before = editor.description().modes;
    set_modes(editor, 40);
    editor.settle();
    editor.mark_gesture_start();
    const Document start = two_characters();
    change_controls(editor, [](CharacterControls& controls) { controls.handles.push_back({.id = 5}); });
    editor.withdraw([](const Document& document) { return document.scene.models.at(9).modes == 40; },
                    [before](Document& document) { document.scene.models.at(9).modes = before; });
    EXPECT_EQ(editor.controls().handles.size(), 1u) << "the drag goes on";
    EXPECT_EQ(editor.description().modes, before);
    EXPECT_FALSE(editor.history().can_undo());
    editor.cancel_gesture();
    EXPECT_EQ(editor.document(), start);
    EXPECT_FALSE(editor.is_modified());
}

TEST(Editor, KeepsEditsThatFollowedAnEditThatIsWithdrawn) {
    Editor editor = open_editor();
    const Index before = editor.description().modes;
    set_modes(editor, 40);
    editor.settle();
    change_controls(editor, [](CharacterControls& controls) { controls.handles.push_back({.id = 5}); });
    editor.settle();
    editor.withdraw([](const Document& document) { return document.scene.models.at(9).modes == 40; },
                    [before](Document& document) { document.scene.models.at(9).modes = before; });
    EXPECT_EQ(editor.history().count(), 1u);
    EXPECT_TRUE(editor.undo());
    EXPECT_EQ(editor.document(), two_characters()) << "undo does not bring it back";
}

TEST(Editor, MakesOneEntryOfADrag) {
    Editor editor = open_editor();
    for (Index modes = 20; modes < 30; ++modes) {
        set_modes(editor, modes);
    }
    editor.settle();
    EXPECT_EQ(editor.history().count(), 1u);
    EXPECT_EQ(editor.history().undo_name(), "Change modes");
    EXPECT_TRUE(editor.undo());
    EXPECT_EQ(editor.document(), two_characters());
    EXPECT_FALSE(editor.undo());
    EXPECT_TRUE(editor.redo());
    EXPECT_EQ(editor.description().modes, 29);
}

TEST(Editor, NamesEditsOfLoads) {
    Editor editor = open_editor();
    const auto edit = [&](const std::function<void(std::vector<BodyLoad>&)>& change) {
        CharacterDraft draft = editor.draft();
        change(draft.description.loads);
        editor.apply(draft);
        editor.settle();
        return editor.history().undo_name();
    };
    EXPECT_EQ(edit([](auto& loads) { loads.push_back({{.name = free_load_name(loads)}}); }), "Add load");
    EXPECT_EQ(edit([](auto& loads) { loads.front().load.amount = 2.0; }), "Change load");
    EXPECT_EQ(edit([](auto& loads) { loads.clear(); }), "Remove load");
    EXPECT_TRUE(editor.undo());
    ASSERT_EQ(editor.description().loads.size(), 1u);
    EXPECT_EQ(editor.description().loads.front().load.name, "Load 1");
    EXPECT_EQ(free_load_name(editor.description().loads), "Load 2");
}

TEST(Editor, NamesEditsOfMaterials) {
    Editor editor = open_editor();
    const auto edit = [&](const std::function<void(CharacterDraft&)>& change) {
        CharacterDraft draft = editor.draft();
        change(draft);
        editor.apply(draft);
        editor.settle();
        return editor.history().undo_name();
    };
    const auto choose = [](double young, double density, double damping) {
        return [=](CharacterDraft& draft) {
            draft.controls.young = young;
            draft.controls.density = density;
            draft.controls.damping = damping;
        };
    };
    EXPECT_EQ(edit(choose(5e3, 920, 3.0)), "Choose Fat");
    EXPECT_EQ(edit(choose(7e3, 920, 3.0)), "Change stiffness");
    EXPECT_EQ(edit(choose(8e3, 930, 4.0)), "Choose material") << "one of the user's own";
    EXPECT_EQ(edit(choose(8e3, 930, 5.0)), "Change damping");

    const auto edit_parts = [&](const std::function<void(std::vector<MaterialPart>&)>& change) {
        return edit([&](CharacterDraft& draft) { change(draft.description.material.parts); });
    };
    EXPECT_EQ(edit_parts([](auto& parts) { parts.push_back({"Part 1", {}, 1.0, 1.0}); }), "Add part of material");
    EXPECT_EQ(edit_parts([](auto& parts) {
                  parts[0].painted = PaintedRegion(PaintLevels{0, 255});
              }),
              "Paint part of material");
    EXPECT_EQ(edit_parts([](auto& parts) { parts[0].young_factor = 0.5; }), "Change stiffness of part");
    EXPECT_EQ(edit_parts([](auto& parts) { parts[0].density_factor = 2.0; }), "Change density of part");
    EXPECT_EQ(edit_parts([](auto& parts) { parts[0].young_factor = parts[0].density_factor = 3.0; }),
              "Choose material of part");
    EXPECT_EQ(edit_parts([](auto& parts) { parts[0].name = "Belly"; }), "Rename part of material");
    const auto add_fibres = [](CharacterDraft& draft) {
        draft.description.muscles.fibres = {{{.kind = LoadKind::muscle, .field = "Belly"}}};
    };
    EXPECT_EQ(edit(add_fibres), "Contract fibres");
    const auto rename = [](CharacterDraft& draft) {
        rename_field(draft.description, {BrushTarget::material_part, 0}, "Chest");
    };
    EXPECT_EQ(edit(rename), "Rename part of material") << "which is in fibres, too";
    EXPECT_EQ(edit_parts([](auto& parts) { parts.clear(); }), "Remove part of material");
}

TEST(Editor, NamesEditsOfWhatIsCompared) {
    Editor editor = open_editor();
    const auto name_of = [&](const std::vector<ComparedSubspace>& compared) {
        CharacterDraft draft = editor.draft();
        draft.compared = compared;
        editor.apply(draft);
        editor.settle();
        return editor.history().undo_name();
    };
    EXPECT_EQ(name_of({{}}), "Compare with full space");
    EXPECT_EQ(name_of({{"full", 16, {.energy = ElasticEnergy::arap}}}), "Change compared elasticity");
    EXPECT_EQ(name_of({{}, {"displacement", 3}}), "Compare with Displacements");
    EXPECT_EQ(name_of({{}, {"displacement", 4}}), "Change compared modes");
    EXPECT_EQ(name_of({{}, {"displacement", 4, {.young = 1e5}}}), "Change compared stiffness");
    EXPECT_EQ(name_of({{}, {"skinning", 4, {.young = 1e5}}}), "Change compared subspace");
    EXPECT_EQ(name_of({{"skinning", 4, {.young = 1e5}}}), "Remove compared subspace");
    EXPECT_EQ(name_of({}), "Stop comparing");
    EXPECT_TRUE(editor.undo());
    EXPECT_EQ(editor.instance()->compared.size(), 1u);
}

TEST(Editor, IgnoresWhatCannotBeCompared) {
    Editor editor = open_editor();
    const Document before = editor.document();
    const std::vector<std::vector<ComparedSubspace>> refused{
        {{"best"}}, {{"skinning", 0}}, {{"skinning", 3, {.young = std::nan("")}}}, std::vector<ComparedSubspace>(4)};
    for (const std::vector<ComparedSubspace>& compared : refused) {
        CharacterDraft draft = editor.draft();
        draft.compared = compared;
        editor.apply(draft);
        EXPECT_EQ(editor.document(), before);
    }
}

TEST(Loads, OfAnotherKindHaveNoMean) {
    Load load{.kind = LoadKind::field, .amount = 2.0, .mean = {0, -9.81, 0}};
    change_kind(load, LoadKind::field);
    EXPECT_EQ(load.mean.size(), 3u);
    change_kind(load, LoadKind::pressing);
    EXPECT_EQ(load.kind, LoadKind::pressing);
    EXPECT_TRUE(load.mean.empty()) << "an acceleration is no pressure";
    EXPECT_EQ(load.amount, 2.0);
}

TEST(ProposedLoads, TakeOverThePointsOfAnEarlierOneInPlace) {
    const BodyLoad first{{.name = "Handles", .kind = LoadKind::handles, .points = {Vec3(1, 0, 0)}}};
    BodyLoad second = first;
    second.load.points = {Vec3(0, 2, 0)};
    std::vector<BodyLoad> loads;
    EXPECT_FALSE(replace_proposed_loads(LoadSource::handles, {first}, loads));
    loads.front().load.amount = 3.0;
    loads.front().load.name = "The hand";
    loads.push_back({{.name = "Painted", .kind = LoadKind::field}});
    EXPECT_FALSE(replace_proposed_loads(LoadSource::handles, {second}, loads));
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0].load.points, second.load.points);
    EXPECT_EQ(loads[0].load.amount, 3.0) << "an edit of the user";
    EXPECT_EQ(loads[0].load.name, "The hand");
    EXPECT_EQ(loads[1].load.name, "Painted") << "at its place";
}

TEST(ProposedLoads, TakeOverTheSpringsOfAnEarlierOneInPlace) {
    const BodyLoad swung{{.name = "Springs", .kind = LoadKind::field}, PaintedRegion({0, 255})};
    BodyLoad along{{.name = "Springs", .kind = LoadKind::springs, .springs = {{Vec3(1, 0, 0), Vec3(0, 1, 0)}}}};
    std::vector<BodyLoad> loads;
    EXPECT_FALSE(replace_proposed_loads(LoadSource::springs, {swung}, loads));
    EXPECT_FALSE(replace_proposed_loads(LoadSource::springs, {along}, loads));
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].load.kind, LoadKind::springs) << "paint is no spring";
    loads[0].load.amount = 3.0;
    along.load.springs.push_back({Vec3(0, 0, 1), Vec3(0, 0, 2)});
    EXPECT_FALSE(replace_proposed_loads(LoadSource::springs, {along}, loads));
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].load.springs, along.load.springs);
    EXPECT_EQ(loads[0].load.amount, 3.0) << "an edit of the user";
}

TEST(ProposedLoads, TakeOverPaintIfTheyHaveSome) {
    const auto painted = [](PaintLevels levels) {
        return BodyLoad{{.name = "Contact", .kind = LoadKind::patch}, PaintedRegion(std::move(levels))};
    };
    std::vector<BodyLoad> loads;
    EXPECT_FALSE(replace_proposed_loads(LoadSource::obstacles, {painted({0, 255})}, loads));
    EXPECT_FALSE(replace_proposed_loads(LoadSource::obstacles, {painted({255, 0})}, loads));
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].painted, PaintedRegion({255, 0}));
    const BodyLoad pockets{{.name = "Pockets", .kind = LoadKind::pocket}};
    EXPECT_FALSE(replace_proposed_loads(LoadSource::pockets, {pockets}, loads));
    loads[1].painted = PaintedRegion({9, 9});
    EXPECT_FALSE(replace_proposed_loads(LoadSource::pockets, {pockets}, loads));
    EXPECT_EQ(loads[1].painted, PaintedRegion({9, 9})) << "what the user painted";
}

// However they are named by now; what the user painted under such a name is left alone.
TEST(ProposedLoads, ReplaceAllOfTheirSource) {
    const BodyLoad own{{.name = "Contact 1", .kind = LoadKind::patch}, PaintedRegion({7, 7})};
    const BodyLoad contact{{.name = "Contact", .kind = LoadKind::patch}, PaintedRegion({0, 255})};
    std::vector<BodyLoad> loads{own};
    EXPECT_FALSE(replace_proposed_loads(LoadSource::obstacles, {contact, contact, contact}, loads));
    ASSERT_EQ(loads.size(), 4u);
    EXPECT_EQ(loads[1].load.name, "Contact 2");
    EXPECT_EQ(loads[3].load.name, "Contact 4");
    loads[2].load.name = "Left foot";
    EXPECT_FALSE(replace_proposed_loads(LoadSource::obstacles, {contact, contact}, loads));
    ASSERT_EQ(loads.size(), 3u);
    EXPECT_EQ(loads[0], own);
    EXPECT_EQ(loads[1].load.name, "Contact 2");
    EXPECT_EQ(loads[2].load.name, "Contact 3");
    EXPECT_EQ(loads[2].source, LoadSource::obstacles);
}

TEST(ProposedLoads, HaveUnusedNames) {
    const BodyLoad of_handles{{.name = "Handles", .kind = LoadKind::handles, .points = {Vec3(1, 0, 0)}}};
    const BodyLoad painted{{.name = "Handles", .kind = LoadKind::field}, PaintedRegion({0, 255})};
    std::vector<BodyLoad> loads{painted};
    EXPECT_FALSE(replace_proposed_loads(LoadSource::handles, {of_handles}, loads));
    EXPECT_FALSE(replace_proposed_loads(LoadSource::handles, {of_handles}, loads));
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0], painted);
    EXPECT_EQ(loads[1].load.name, "Handles 2");
}

// A scene with more would be saved and not open.
TEST(ProposedLoads, AreNotMoreThanABodyCanHave) {
    const BodyLoad contact{{.name = "Contact", .kind = LoadKind::patch}, PaintedRegion({0, 255})};
    std::vector<BodyLoad> loads(body_loads_max - 1, BodyLoad{{.name = "Painted"}});
    const auto before = loads;
    const auto fault = replace_proposed_loads(LoadSource::obstacles, {contact, contact}, loads);
    ASSERT_TRUE(fault);
    EXPECT_NE(fault->message.find("at most 256 loads"), std::string::npos);
    EXPECT_EQ(loads, before);
    EXPECT_FALSE(replace_proposed_loads(LoadSource::obstacles, {contact}, loads));
    EXPECT_FALSE(replace_proposed_loads(LoadSource::obstacles, {contact}, loads)) << "in place of the earlier one";
    EXPECT_EQ(loads.size(), body_loads_max);
}

TEST(Editor, MakesNoEntryOfADragThatReturns) {
    Editor editor = open_editor();
    const Index before = editor.description().modes;
    set_modes(editor, before + 1);
    set_modes(editor, before);
    editor.settle();
    EXPECT_FALSE(editor.history().can_undo());
    EXPECT_FALSE(editor.is_modified());
}

TEST(Editor, IsModifiedUntilItIsSavedOrUndone) {
    Editor editor = open_editor();
    EXPECT_FALSE(editor.is_modified());
    set_modes(editor, 20);
    EXPECT_TRUE(editor.is_modified());
    editor.settle();
    editor.undo();
    EXPECT_FALSE(editor.is_modified());
    editor.redo();
    EXPECT_TRUE(editor.is_modified());
    editor.mark_saved(editor.revision());
    EXPECT_FALSE(editor.is_modified());
    editor.undo();
    EXPECT_TRUE(editor.is_modified());
    editor.redo();
    EXPECT_FALSE(editor.is_modified());
}

TEST(Editor, KeepsTheControlsOfEachCharacter) {
    Editor editor = open_editor();
    change_controls(editor, [](CharacterControls& controls) { controls.young = 5.0; });
    editor.select(2);
    EXPECT_NE(editor.controls().young, 5.0);
    change_controls(editor, [](CharacterControls& controls) { controls.young = 7.0; });
    editor.select(1);
    EXPECT_EQ(editor.controls().young, 5.0);
}

TEST(Editor, SharesModelTimeStepAndObstacles) {
    Document document = two_characters();
    document.scene.instances.push_back(CharacterInstance{.id = 3, .model = 8});
    document.scene.models[8].name = "Ball";
    Editor editor = open_editor(document);
    CharacterDraft draft = editor.draft();
    draft.description.modes = 77;
    draft.environment.time_step = 0.25;
    draft.environment.obstacles.emplace_back();
    editor.apply(draft);
    editor.select(2);
    EXPECT_EQ(editor.description().modes, 77);
    EXPECT_EQ(editor.environment().time_step, 0.25);
    editor.select(3);
    EXPECT_NE(editor.description().modes, 77);
    EXPECT_EQ(editor.environment().time_step, 0.25);
    EXPECT_EQ(editor.environment(), draft.environment);
}

void expect_ignored(const std::vector<std::function<void(CharacterDraft&)>>& mistakes, double number) {
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Editor editor = open_editor();
        CharacterDraft draft = editor.draft();
        mistakes[i](draft);
        editor.apply(draft);
        EXPECT_EQ(editor.document(), two_characters()) << number << " by mistake " << i;
        EXPECT_FALSE(editor.is_modified());
    }
}

TEST(Editor, IgnoresDraftsThatAreNotFinite) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double number : {nan, infinite, -infinite, 1e300}) {
        const std::vector<std::function<void(CharacterDraft&)>> mistakes = {
            [&](CharacterDraft& draft) { draft.controls.rig_offset(0, 3) = number; },
            [&](CharacterDraft& draft) { draft.controls.bone_offsets.assign(1, Affine::Constant(number)); },
            [&](CharacterDraft& draft) { draft.controls.handles = {{.target = Vec3(0, number, 0)}}; },
            [&](CharacterDraft& draft) { draft.controls.poisson = number; },
            [&](CharacterDraft& draft) { draft.controls.forces = {{.force = Vec3(0, number, 0)}}; },
            [&](CharacterDraft& draft) { draft.controls.springs = {{.rest_length = number}}; },
            [&](CharacterDraft& draft) { draft.controls.springs = {{.stiffness = number}}; },
            [&](CharacterDraft& draft) { draft.controls.movements = {{.period = number}}; },
            [&](CharacterDraft& draft) { draft.controls.muscles.behaviour.speed = number; },
            [&](CharacterDraft& draft) { draft.controls.muscles.behaviour.target.x() = number; },
            [&](CharacterDraft& draft) { draft.controls.muscles.held = {number}; },
            [&](CharacterDraft& draft) { draft.controls.target_weights = {number}; },
            [&](CharacterDraft& draft) { draft.environment.gusts.period = number; },
            [&](CharacterDraft& draft) { draft.environment.wind.velocity.x() = number; },
            [&](CharacterDraft& draft) {
                draft.controls.gravity.y() = number;
            }};
        expect_ignored(mistakes, number);
    }
    // Numbers of the description that no control has.
    for (const double number : {nan, infinite, -infinite}) {
        const std::vector<std::function<void(CharacterDraft&)>> mistakes = {
            [&](CharacterDraft& draft) { draft.description.leak.depth = number; },
            [&](CharacterDraft& draft) { draft.description.metres_per_unit = number; },
            [&](CharacterDraft& draft) { draft.description.turn.degrees = number; },
            [&](CharacterDraft& draft) { draft.description.front.z() = number; },
            [&](CharacterDraft& draft) { draft.description.feature_exponent = number; },
            [&](CharacterDraft& draft) { draft.description.rod_radius = number; },
            [&](CharacterDraft& draft) { draft.description.shell_thickness = number; },
            [&](CharacterDraft& draft) { draft.description.plane_depth = number; },
            [&](CharacterDraft& draft) { draft.description.newton.emplace().training_error = number; },
            [&](CharacterDraft& draft) { draft.description.muscles.shape_poisson = number; },
            [&](CharacterDraft& draft) { draft.description.loads.emplace_back().load.amount = number; },
            [&](CharacterDraft& draft) {
                draft.description.loads.emplace_back().load.mean = {0.0, number, 0.0};
            },
            [&](CharacterDraft& draft) { draft.description.material.parts.emplace_back().young_factor = number; },
            [&](CharacterDraft& draft) {
                draft.description.camera.emplace().eye.x() = number;
            }};
        expect_ignored(mistakes, number);
    }
}

TEST(Editor, MakesNoEntryOfNaN) {
    Editor editor = open_editor();
    for (int frame = 0; frame < 3; ++frame) {
        change_description(editor, [](ModelDescription& description) {
            description.leak.depth = std::numeric_limits<double>::quiet_NaN();
        });
        editor.settle();
    }
    EXPECT_FALSE(editor.history().can_undo());
}

TEST(Editor, UndoSelectsTheCharacterThatComesBack) {
    Editor editor = open_editor();
    editor.select(2);
    editor.settle();
    EXPECT_FALSE(editor.history().can_undo());
    editor.edit([](Document& document) { document.scene.instances.pop_back(); });
    editor.select(1);
    editor.settle();
    EXPECT_EQ(editor.history().undo_name(), "Remove character");
    ASSERT_TRUE(editor.undo());
    EXPECT_EQ(editor.scene().instances.size(), 2u);
    EXPECT_EQ(editor.selected(), 2);
    ASSERT_TRUE(editor.redo());
    EXPECT_EQ(editor.scene().instances.size(), 1u);
}

TEST(Editor, SelectsAnExistingCharacterAfterUndo) {
    Editor editor = open_editor();
    editor.select(2);
    CharacterInstance third{.id = 3, .model = 9};
    editor.edit([&](Document& document) { document.scene.instances.push_back(third); });
    editor.select(3);
    editor.settle();
    editor.undo();
    EXPECT_EQ(editor.selected(), 2);
}

TEST(Document, ExchangesMusclesOfAllCharactersOfAModel) {
    Scene scene = two_characters().scene;
    scene.instances.push_back(CharacterInstance{.id = 3, .model = 8});
    for (CharacterInstance& instance : scene.instances) {
        instance.controls.muscles.held = {1.0, 2.0, 3.0};
    }
    exchange_muscles(scene, 9, 1, {1, 1, 0});
    EXPECT_EQ(scene.instance(1)->controls.muscles.held, (std::vector<double>{1.0, 2.0, 3.0}));
    EXPECT_EQ(scene.instance(2)->controls.muscles.held, (std::vector<double>{1.0, 3.0}));
    EXPECT_EQ(scene.instance(3)->controls.muscles.held, (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(Editor, RestoresGaitsWhenOtherMusclesCannotBeBuilt) {
    Document document = two_characters();
    document.scene.models[9].muscles.modes = 3;
    document.scene.models[9].muscles.gaits.keep(
        {"walk", GaitRole::none, {"", "", {{{1, 1, 0}}, {{2, 1, 0}}, {{3, 1, 0}}}}});
    for (CharacterInstance& instance : document.scene.instances) {
        instance.controls.muscles.held = {1.0, 2.0, 3.0};
    }
    Editor editor = open_editor(document);
    MuscleExchange muscles;
    change_description(editor,
                       [&](ModelDescription& description) { muscles = toggle_mode(description.muscles, 2).value(); });
    editor.edit([&](Document& edited) { exchange_muscles(edited.scene, 9, 0, muscles); });
    editor.settle();
    ASSERT_TRUE(editor.history().can_undo());
    editor.withdraw([](const Document& edited) { return !edited.scene.models.at(9).muscles.use.empty(); },
                    [&](Document& edited) { restore_built(edited.scene, document.scene, 9); });
    EXPECT_EQ(editor.document(), document);
    EXPECT_FALSE(editor.history().can_undo());
    EXPECT_FALSE(editor.is_modified());
}

TEST(Editor, RestoresStrengthAndBlendsWhenACageCannotBeBuilt) {
    Document document = two_characters();
    document.scene.models[9].muscles.modes = 1;
    for (CharacterInstance& instance : document.scene.instances) {
        instance.controls.muscles.strength = 0.5;
        instance.controls.muscles.handover.from = {{{"", "", {{{1, 1, 0}}}}}};
    }
    Editor editor = open_editor(document);
    editor.edit([](Document& edited) {
        edited.scene.models.at(9).muscles.cage_file = "cage.obj";
        edited.scene.models.at(9).muscles.strength = 4.0;
        for (CharacterInstance& instance : edited.scene.instances) {
            instance.controls.muscles.strength = 4.0;
            instance.controls.muscles.handover = {};
        }
    });
    editor.settle();
    editor.withdraw([](const Document& edited) { return edited.scene.models.at(9).muscles.has_cage(); },
                    [&](Document& edited) { restore_built(edited.scene, document.scene, 9); });
    EXPECT_EQ(editor.document(), document);
}

// The strength is not part of the edit.
TEST(Editor, KeepsAnotherStrengthWhenMusclesCannotBeBuilt) {
    const Document document = two_characters();
    Editor editor = open_editor(document);
    editor.edit([](Document& edited) {
        edited.scene.models.at(9).muscles.modes = 3;
        edited.scene.instances[0].controls.muscles.strength = 2.0;
    });
    editor.settle();
    editor.withdraw([](const Document& edited) { return edited.scene.models.at(9).muscles.modes == 3; },
                    [&](Document& edited) { restore_built(edited.scene, document.scene, 9); });
    EXPECT_EQ(editor.scene().instances[0].controls.muscles.strength, 2.0);
}

// Random edits: undo returns through every settled document to the first, redo to the last.
TEST(Editor, UndoesAndRepeatsAnySequence) {
    Rng rng(7);
    for (int run = 0; run < 20; ++run) {
        Editor editor = open_editor();
        std::vector<Document> settled = {editor.document()};
        int next_id = 10;
        for (int i = 0; i < 30; ++i) {
            CharacterDraft draft = editor.draft();
            const double amount = rng.uniform();
            switch (static_cast<int>(8.0 * rng.uniform())) {
            case 0:
                draft.controls.young = 1e4 * (1.0 + amount);
                break;
            case 1:
                draft.controls.handles.push_back({.id = ++next_id, .stiffness = amount});
                break;
            case 2:
                draft.description.modes = 1 + static_cast<Index>(20.0 * amount);
                break;
            case 3:
                draft.controls.rig_offset(0, 3) += amount;
                break;
            case 4:
                draft.environment.obstacles.emplace_back();
                break;
            case 5:
                editor.edit([&](Document& document) { document.exaggeration = amount; });
                break;
            case 6:
                draft.compared.resize(static_cast<std::size_t>(4.0 * amount),
                                      {"displacement", 3, {.young = 1e4 * (1.0 + amount)}});
                break;
            default:
                editor.edit([&](Document& document) {
                    document.scene.instances.push_back(CharacterInstance{.id = ++next_id, .model = 9});
                });
                break;
            }
            editor.apply(draft);
            editor.settle();
            EXPECT_FALSE(editor.document() != settled.back() && editor.history().undo_name().empty());
            if (editor.document() != settled.back()) {
                settled.push_back(editor.document());
            }
        }
        const Document last = editor.document();
        for (std::size_t i = settled.size(); i-- > 1;) {
            EXPECT_EQ(editor.document(), settled[i]);
            EXPECT_TRUE(editor.undo());
        }
        EXPECT_EQ(editor.document(), settled.front());
        EXPECT_FALSE(editor.is_modified());
        EXPECT_FALSE(editor.undo());
        while (editor.redo()) {
        }
        EXPECT_EQ(editor.document(), last);
    }
}

} // namespace
} // namespace limber::app
