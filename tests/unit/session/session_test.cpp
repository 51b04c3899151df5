// SPDX-License-Identifier: MIT
#include "app/document/scene_description.h"
#include "app/interaction/layout.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/file_bytes.h"
#include "tests/support/driven_session.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"
#include "tests/support/thread_reads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

// The session is driven with commands and events, without a window.
namespace limber::app {
namespace {

class SessionTest : public ::testing::Test {
protected:
    SessionTest() {
        EXPECT_TRUE(driven.is_open);
    }

    void frame(const std::vector<InputEvent>& events = {}) {
        driven.frame(events);
    }
    bool frames_until(const std::function<bool()>& is_so) {
        return driven.frames_until(is_so);
    }

    // The surface's point in the middle of the view, and events there.
    Pixel on_body() const {
        const Points x = boundary_positions(session.shown().selected, session.state().drawn_motion());
        const Vec3 middle = x.colwise().mean().transpose();
        return *pixel_of(session.state().camera.now(), session.viewport().layout.dynamics, middle);
    }
    static MouseMoved moved(const Pixel& to) {
        return {to.x(), to.y()};
    }
    static MouseButtonChanged button(bool down, const Pixel& at, bool shift = false) {
        return {MouseButton::left, down, at.x(), at.y(), false, shift, false};
    }
    template <typename Request>
    bool asks_for() {
        const auto requests = session.take_window_requests();
        return std::ranges::any_of(requests,
                                   [](const WindowRequest& one) { return std::holds_alternative<Request>(one); });
    }
    const std::vector<PointHandle>& handles() const {
        return session.editor().controls().handles;
    }
    std::size_t undo_count() const {
        return session.editor().history().count();
    }
    std::string newest_message() const {
        const auto& messages = *session.ui_state().messages;
        return messages.empty() ? "" : messages.front().text;
    }
    static EditDocument set_exaggeration(double value) {
        return {[value](Document& document) {
            document.exaggeration = value;
        }};
    }

    limber::testing::ScratchFolder folder;
    std::filesystem::path path = limber::testing::write_small_scene(folder);
    limber::testing::DrivenSession driven{path};
    ApplicationSession& session = driven.session;
};

TEST_F(SessionTest, OpensASceneAndSimulatesIt) {
    EXPECT_TRUE(frames_until([&] { return session.shown().selected.step_count > 3; }));
    EXPECT_FALSE(session.editor().is_modified());
    EXPECT_EQ(session.feature<FilesController>().path(), path);
}

// The file has a mebibyte of trailing spaces, so that reading it is told apart from everything else.
TEST_F(SessionTest, ReadsGaitFilesOffTheThreadOfTheCaller) {
    using limber::testing::bytes_read_by_this_thread;
    if (!bytes_read_by_this_thread()) {
        GTEST_SKIP() << "the system does not count the bytes";
    }
    const auto gait = folder / "hop.json";
    ASSERT_TRUE(write_gait(Gait{.name = "Hop", .waveforms = {Waveform{Sinusoid{.amplitude = 0.5}}}}, gait));
    const std::string padding(1 << 20, ' ');
    ASSERT_TRUE(write_file(gait, file_bytes(gait).value() + padding));
    const std::uint64_t before = *bytes_read_by_this_thread();
    session.carry_out(AddGait{gait});
    EXPECT_TRUE(frames_until([&] { return !session.editor().description().muscles.gaits.is_empty(); }));
    EXPECT_LT(*bytes_read_by_this_thread() - before, padding.size());
}

TEST_F(SessionTest, AnErrorAboutAGaitIsGoneOnceAGaitIsLoaded) {
    const auto is_said = [&] {
        const auto& messages = *session.ui_state().messages;
        return std::ranges::any_of(messages, [](const Message& it) { return it.kind == Message::Kind::error; });
    };
    session.carry_out(AddGait{folder / "nothing.json"});
    ASSERT_TRUE(frames_until(is_said));
    const auto gait = folder / "hop.json";
    ASSERT_TRUE(write_gait(Gait{.name = "Hop", .waveforms = {Waveform{Sinusoid{.amplitude = 0.5}}}}, gait));
    session.carry_out(AddGait{gait});
    ASSERT_TRUE(frames_until([&] { return !session.editor().description().muscles.gaits.is_empty(); }));
    EXPECT_TRUE(frames_until([&] { return !is_said(); }));
}

// Its weights may be negative: the legend has both ends of the colours, and their middle.
TEST_F(SessionTest, TheWeightOfAModeHasALegend) {
    EXPECT_FALSE(session.sketch().legend);
    session.carry_out(EditView{[](ViewOptions& view) {
        view.paint = PaintKind::mode;
    }});
    frame();
    const std::optional<Legend> legend = session.sketch().legend;
    ASSERT_TRUE(legend);
    EXPECT_GT(legend->colours.front().blue, 2.0F * legend->colours.front().red);
    EXPECT_GT(legend->colours.back().red, 2.0F * legend->colours.back().blue);
    const Ink& middle = legend->colours[legend->colours.size() / 2];
    EXPECT_NEAR(middle.red, middle.blue, 0.05F) << "white";
    EXPECT_NE(legend->text.find("blue below zero, red above"), std::string::npos);
}

TEST_F(SessionTest, EditsAreUndoneByName) {
    session.carry_out(EditDocument{set_exaggeration(2.0).change, "Exaggerate"});
    frame();
    EXPECT_TRUE(session.editor().is_modified());
    EXPECT_EQ(session.ui_state().edits.undo_name, "Exaggerate");
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().document().exaggeration, 1.0);
    EXPECT_FALSE(session.editor().is_modified());
    EXPECT_EQ(newest_message(), "Undone: Exaggerate.");
    session.carry_out(Action::redo);
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
}

TEST_F(SessionTest, AnEditWithoutANameIsCalledAfterWhatDiffers) {
    session.carry_out(set_exaggeration(2.0));
    frame();
    EXPECT_FALSE(session.ui_state().edits.undo_name.empty());
}

TEST_F(SessionTest, ADragIsOneUndoEntry) {
    const Pixel start = on_body();
    frame({moved(start), button(true, start, true)});
    ASSERT_EQ(handles().size(), 1u);
    for (int i = 1; i <= 5; ++i) {
        frame({moved(start + Pixel(10 * i, 0))});
    }
    EXPECT_EQ(undo_count(), 0u) << "while it is dragged, there is no entry";
    frame({button(false, start + Pixel(50, 0), true)});
    EXPECT_EQ(undo_count(), 1u);
    session.carry_out(Action::undo);
    EXPECT_TRUE(handles().empty());
}

TEST_F(SessionTest, AHandleThatIsUndoneIsNotSelectedAnyMore) {
    const Pixel start = on_body();
    frame({moved(start), button(true, start, true)});
    frame({moved(start + Pixel(40, 0))});
    frame({button(false, start + Pixel(40, 0), true)});
    ASSERT_EQ(session.shared().selection.kind, Selection::Kind::handle);
    session.carry_out(Action::undo);
    frame();
    EXPECT_EQ(session.shared().selection.kind, Selection::Kind::nothing);
}

TEST_F(SessionTest, AMotionThatTurnsTheBodyInsideOutIsAProblemUntilAnEdit) {
    const auto is_listed = [&] {
        const auto* problems = session.ui_state().problems;
        return problems &&
               std::ranges::find(*problems, ProblemKind::inverted_motion, &Problem::kind) != problems->end();
    };
    EXPECT_FALSE(is_listed());
    session.carry_out(EditDocument{[](Document& document) {
        CharacterControls& controls = document.scene.instances[0].controls;
        controls.young = 2000.0;
        controls.gravity = Vec3(-90000.0, -90000.0, -90000.0);
    }});
    ASSERT_TRUE(frames_until(is_listed));
    session.carry_out({SetPlaying{false}, EditDocument{[](Document& document) {
                           document.scene.instances[0].controls.gravity = Vec3::Zero();
                       }}});
    EXPECT_TRUE(frames_until([&] { return !is_listed(); }));
}

// Playing is paused, so that the same motion does not turn it inside out again.
TEST_F(SessionTest, AMotionThatTurnsTheBodyInsideOutIsNoProblemAfterAReset) {
    const auto is_listed = [&] {
        return std::ranges::find(*session.ui_state().problems, ProblemKind::inverted_motion, &Problem::kind) !=
               session.ui_state().problems->end();
    };
    session.carry_out(EditDocument{[](Document& document) {
        CharacterControls& controls = document.scene.instances[0].controls;
        controls.young = 2000.0;
        controls.gravity = Vec3(-90000.0, -90000.0, -90000.0);
    }});
    ASSERT_TRUE(frames_until(is_listed));
    session.carry_out({SetPlaying{false}, Action::reset});
    EXPECT_TRUE(frames_until([&] { return !is_listed(); }));
}

TEST_F(SessionTest, AnotherSceneStartsWithItsOwnViewAndPlays) {
    session.carry_out({set_exaggeration(3.0), Action::secondary_motion, SetPlaying{false}});
    session.carry_out(OpenFile{path});
    ASSERT_TRUE(frames_until([&] { return !session.feature<FilesController>().question(session.state()).empty(); }));
    session.carry_out(AnswerUnsaved{UnsavedAnswer::discard});
    ASSERT_TRUE(frames_until([&] { return driven.is_settled() && !session.editor().is_modified(); }));
    EXPECT_EQ(session.editor().document().exaggeration, 1.0);
    EXPECT_TRUE(session.view().secondary);
    EXPECT_TRUE(session.state().activity.is_playing);
}

TEST_F(SessionTest, AForceIsPulledOutChangedUndoneAndDeleted) {
    const auto forces = [&]() -> const std::vector<AppliedForce>& {
        return session.editor().controls().forces;
    };
    const auto pressed = [&](const Pixel& at, bool control) {
        MouseButtonChanged event = button(true, at);
        event.control = control;
        return event;
    };
    const Pixel start = on_body();
    frame({moved(start), pressed(start, true)});
    frame({moved(start + Pixel(60, 0))});
    frame({button(false, start + Pixel(60, 0))});
    ASSERT_EQ(forces().size(), 1u);
    const Vec3 first = forces()[0].force;
    EXPECT_GT(first.norm(), 1.0);
    EXPECT_EQ(session.ui_state().edits.undo_name, "Add force");
    session.carry_out(ChangeForce{forces()[0].id, 2.0 * first});
    frame();
    EXPECT_EQ(session.ui_state().edits.undo_name, "Change force");
    session.carry_out(Action::undo);
    EXPECT_EQ(forces()[0].force, first);
    session.carry_out({Select{{Selection::Kind::force, forces()[0].id}}, Action::delete_handle});
    frame();
    EXPECT_TRUE(forces().empty());
    EXPECT_EQ(session.ui_state().edits.undo_name, "Remove force");
}

TEST_F(SessionTest, ASpringIsAddedChangedUndoneAndDeleted) {
    const auto springs = [&]() -> const std::vector<PointSpring>& {
        return session.editor().controls().springs;
    };
    const auto edit = [&](const std::function<void(std::vector<PointSpring>&)>& change) {
        CharacterDraft draft = session.editor().draft();
        change(draft.controls.springs);
        session.carry_out(EditCharacter{std::move(draft)});
        frame();
    };
    edit([](std::vector<PointSpring>& all) {
        all.push_back({.id = 4, .name = "neck", .to = {{1, 1, 1}, {1, 0, 0}}, .stiffness = 10.0, .rest_length = 0.5});
    });
    ASSERT_EQ(springs().size(), 1u);
    EXPECT_EQ(session.ui_state().edits.undo_name, "Add spring");
    edit([](std::vector<PointSpring>& all) { all[0].rest_length = 0.7; });
    EXPECT_EQ(session.ui_state().edits.undo_name, "Change spring");
    session.carry_out(Action::undo);
    EXPECT_EQ(springs()[0].rest_length, 0.5);
    session.carry_out({Select{{Selection::Kind::spring, 4}}, Action::delete_handle});
    frame();
    EXPECT_TRUE(springs().empty());
    EXPECT_EQ(session.ui_state().edits.undo_name, "Remove spring");
}

TEST_F(SessionTest, EscUndoAndSelectionCancelADrag) {
    Pixel start = on_body();
    const Document before = session.editor().document();
    for (const Command& cancel : {Command(Action::leave), Command(Action::undo), Command(CancelGesture{})}) {
        frame({moved(start), button(true, start, true)});
        frame({moved(start + Pixel(40, 0))});
        ASSERT_EQ(handles().size(), 1u);
        session.carry_out(cancel);
        EXPECT_EQ(session.editor().document(), before);
        EXPECT_FALSE(session.state().activity.is_dragging);
        frame({moved(start + Pixel(80, 0)), button(false, start + Pixel(80, 0))});
        EXPECT_EQ(session.editor().document(), before) << "the release has no effect any more";
        EXPECT_EQ(undo_count(), 0u);
        EXPECT_FALSE(session.editor().is_modified());
        start += Pixel(0, 10); // no double click
    }
}

TEST_F(SessionTest, CancellingADragKeepsEarlierEdits) {
    session.carry_out(set_exaggeration(2.0));
    frame();
    const Pixel start = on_body();
    frame({moved(start), button(true, start, true)});
    session.carry_out(Action::leave);
    frame({button(false, start)});
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    EXPECT_EQ(undo_count(), 1u);
}

TEST_F(SessionTest, RemovingADraggedCharacterEndsTheDrag) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(frames_until([&] { return session.state().is_shown() && session.shown().all.size() == 2; }));
    const Pixel start = on_body();
    frame({moved(start), button(true, start, true)});
    ASSERT_EQ(handles().size(), 1u);
    session.carry_out(Action::remove_character);
    EXPECT_FALSE(session.state().activity.is_dragging);
    EXPECT_EQ(session.editor().scene().instances.size(), 1u);
    session.carry_out(Action::undo);
    frame({button(false, start)});
    EXPECT_EQ(session.editor().scene().instances.size(), 2u);
    EXPECT_TRUE(handles().empty());
}

// Duplicate and Remove are buttons of the panel, which count as held in the frame of their release.
TEST_F(SessionTest, ButtonsThatAddAndRemoveCharactersHaveAnEffect) {
    driven.holds_widget = true;
    driven.frame({}, [&] { session.carry_out(Action::duplicate_character); });
    driven.holds_widget = false;
    frame();
    EXPECT_EQ(session.editor().scene().instances.size(), 2u);
    EXPECT_EQ(session.ui_state().edits.undo_name, "Duplicate character");
    ASSERT_TRUE(driven.settle());
    driven.holds_widget = true;
    driven.frame({}, [&] { session.carry_out(Action::remove_character); });
    driven.holds_widget = false;
    frame();
    EXPECT_EQ(session.editor().scene().instances.size(), 1u);
    EXPECT_EQ(undo_count(), 2u);
}

TEST_F(SessionTest, CancellingADragKeepsEditsThatCameMeanwhile) {
    const Pixel start = on_body();
    frame({moved(start), button(true, start, true)});
    frame({moved(start + Pixel(40, 0))});
    ASSERT_EQ(handles().size(), 1u);
    session.carry_out(set_exaggeration(2.0));
    frame();
    session.carry_out(CancelGesture{});
    EXPECT_TRUE(handles().empty());
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    frame({button(false, start)});
    EXPECT_EQ(undo_count(), 1u);
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().document().exaggeration, 1.0);
    EXPECT_FALSE(session.editor().is_modified());
}

TEST_F(SessionTest, CancellingWhileTheCameraOrbitsChangesNothing) {
    const Pixel beside(400, 60);
    const auto right = [&](bool down) {
        return MouseButtonChanged{MouseButton::right, down, beside.x(), beside.y()};
    };
    frame({moved(beside), right(true)});
    frame({moved(beside + Pixel(20, 0))});
    EXPECT_TRUE(session.state().activity.is_dragging);
    session.carry_out(set_exaggeration(2.0));
    frame();
    session.carry_out(CancelGesture{});
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    frame({right(false)});
    EXPECT_EQ(undo_count(), 1u);
}

TEST_F(SessionTest, SelectingAnotherCharacterEndsADrag) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    const Pixel start = on_body();
    frame({moved(start), button(true, start, true)});
    ASSERT_TRUE(session.state().activity.is_moving);
    const int dragged = session.editor().selected();
    session.carry_out(Action::next_character);
    EXPECT_NE(session.editor().selected(), dragged);
    EXPECT_FALSE(session.state().activity.is_dragging);
    frame({moved(start + Pixel(90, 0)), button(false, start + Pixel(90, 0))});
    for (const CharacterInstance& instance : session.editor().scene().instances) {
        EXPECT_TRUE(instance.controls.handles.empty());
    }
}

TEST_F(SessionTest, TheTimelineMovesOnAfterAStepBack) {
    ASSERT_TRUE(frames_until([&] { return session.shown().selected.timeline.last > 10; }));
    session.carry_out(Action::step_back);
    ASSERT_TRUE(frames_until([&] { return !session.shown().selected.playing; }));
    session.carry_out(Action::play_or_pause);
    const auto here = session.ui_state().playback.place;
    EXPECT_TRUE(frames_until([&] { return session.ui_state().playback.place > here + 3; }));
}

TEST_F(SessionTest, ADialogThatIsReplacedWasLeftWithoutAChoice) {
    session.carry_out(set_exaggeration(2.0));
    session.carry_out(Quit{});
    session.carry_out({AnswerUnsaved{UnsavedAnswer::save}, Action::save_scene_as});
    session.carry_out(Action::open_file);
    session.carry_out(FileNotChosen{FilePurpose::open});
    session.carry_out(Quit{});
    EXPECT_FALSE(session.ui_state().edits.question.empty()) << "the question can be asked again";
}

TEST_F(SessionTest, RefusesAFileBeforeItAsksAboutUnsavedChanges) {
    constexpr std::size_t npos = std::string::npos;
    session.carry_out(set_exaggeration(2.0));
    for (const char* name : {"notes.txt", "scene.blend", "box.mtl"}) {
        session.carry_out(OpenFile{folder / name});
        EXPECT_NE(newest_message().find(std::string(name) + ": cannot be opened"), npos);
    }
    const std::string header("glTF\x02\0\0\0\xFF\0\0\0", 12);
    ASSERT_TRUE(write_file(folder / "cut.glb", header));
    session.carry_out(OpenFile{folder / "cut.glb"});
    EXPECT_TRUE(frames_until([&] { return newest_message().find("is cut off: only 12 of its 255") != npos; }));
    EXPECT_TRUE(session.ui_state().edits.question.empty());
    EXPECT_TRUE(session.editor().is_modified());
}

TEST_F(SessionTest, SaysNothingAboutAFileThatWasReadWhenASceneWasOpenedInstead) {
    ASSERT_TRUE(write_file(folder / "cut.glb", std::string("glTF\x02\0\0\0\xFF\0\0\0", 12)));
    session.carry_out(OpenFile{folder / "cut.glb"});
    session.carry_out(OpenScene{path});
    bool is_said = false;
    EXPECT_TRUE(frames_until([&] {
        is_said = is_said || newest_message().find("cut.glb") != std::string::npos;
        return driven.is_settled();
    }));
    EXPECT_FALSE(is_said);
}

TEST_F(SessionTest, LeavingAfterAFileWasChosenLeavesTheSelection) {
    session.carry_out(Action::save_scene_as);
    session.carry_out({FileChosen{}, SaveDocument{folder.path() / "chosen.json"}});
    session.carry_out(Action::move_character);
    session.carry_out(Action::leave);
    EXPECT_EQ(session.shared().selection.kind, Selection::Kind::nothing);
}

TEST_F(SessionTest, AsksBeforeUnsavedChangesAreLost) {
    session.carry_out(Quit{});
    EXPECT_TRUE(asks_for<CloseWindow>()) << "nothing is unsaved";
    session.carry_out(set_exaggeration(2.0));
    session.carry_out(Quit{});
    EXPECT_FALSE(asks_for<CloseWindow>());
    EXPECT_FALSE(session.ui_state().edits.question.empty());
    session.carry_out(Action::leave);
    EXPECT_TRUE(session.ui_state().edits.question.empty());
    session.carry_out(Quit{});
    session.carry_out(AnswerUnsaved{UnsavedAnswer::save});
    bool closes = false;
    EXPECT_TRUE(frames_until([&] { return closes = closes || asks_for<CloseWindow>(); }));
    EXPECT_FALSE(session.editor().is_modified());
    const auto saved = read_scene_file(path);
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved.value().value.view.value().exaggeration, 2.0);
}

TEST_F(SessionTest, SavingANewDocumentAsksForAPlace) {
    session.carry_out(Action::save_scene_as);
    EXPECT_TRUE(asks_for<AskForFile>());
    const std::filesystem::path other = folder.path() / "other.json";
    session.carry_out(SaveDocument{other});
    EXPECT_TRUE(frames_until([&] { return std::filesystem::exists(other) && !session.editor().is_modified(); }));
}

// A scene whose name, and the folder of whose files, are not UTF-8.
TEST_F(SessionTest, SavesAndOpensNamesOfAnyBytes) {
    const std::filesystem::path odd = folder.path() / "th\xe9";
    std::filesystem::create_directory(odd);
    for (const char* name : {"bar.mesh", "bar_rig.json", "bend.json", "bar.json"}) {
        std::filesystem::copy_file(folder.path() / name, odd / name);
    }
    limber::testing::DrivenSession other(odd / "bar.json");
    ASSERT_TRUE(other.is_open);
    other.session.carry_out(set_exaggeration(2.0));
    const std::filesystem::path saved = folder.path() / "caf\xe9.json";
    other.session.carry_out(SaveDocument{saved});
    ASSERT_TRUE(other.frames_until([&] { return !other.session.editor().is_modified(); }));
    limber::testing::DrivenSession again(saved);
    ASSERT_TRUE(again.is_open);
    EXPECT_EQ(again.session.editor().description().mesh, odd / "bar.mesh");
    EXPECT_EQ(again.session.editor().description().rig, other.session.editor().description().rig);
    EXPECT_EQ(again.session.editor().description().clips, other.session.editor().description().clips);
    EXPECT_EQ(again.session.editor().document().exaggeration, 2.0);
    const auto bytes = file_bytes(saved);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes.value().find('\xe9'), std::string::npos) << "JSON is UTF-8";
}

TEST_F(SessionTest, ASceneThatDoesNotOpenChangesNothing) {
    const Document before = session.editor().document();
    session.carry_out(OpenFile{folder.path() / "nothing.mesh"});
    EXPECT_TRUE(frames_until([&] { return !session.ui_state().build.is_running; }));
    EXPECT_EQ(session.editor().document(), before);
    EXPECT_NE(newest_message().find("nothing.mesh"), std::string::npos) << newest_message();
}

TEST_F(SessionTest, ABodyWithoutARigShowsNoBonesAndSaysWhy) {
    session.carry_out(Action::show_bones);
    frame();
    const bool shown = session.view().bones;
    session.carry_out(Action::show_bones);
    frame();
    ASSERT_NE(session.view().bones, shown) << "of a body with a rig";

    limber::testing::write_bytes(
        folder.path() / "free.json",
        R"({"format": "limber-scene", "version": 1, "name": "Free", "mesh": "bar.mesh", "rig": "none", "modes": 6})");
    session.carry_out(OpenFile{folder.path() / "free.json"});
    ASSERT_TRUE(frames_until([&] { return driven.is_settled() && session.state().is_free(); }));
    const bool before = session.view().bones;
    session.carry_out(Action::show_bones);
    frame();
    EXPECT_EQ(session.view().bones, before);
    EXPECT_NE(newest_message().find("has no rig, so there are no bones to show"), std::string::npos)
        << newest_message();
}

TEST_F(SessionTest, ACharacterThatIsAddedNeverReplacesTheDocument) {
    session.carry_out(set_exaggeration(2.0));
    session.carry_out(AddFile{path});
    ASSERT_TRUE(frames_until([&] { return session.state().activity.is_opening; }));
    session.carry_out(OpenFile{path}); // meanwhile; it raises the question
    ASSERT_TRUE(frames_until([&] { return session.state().activity.is_asking; }));
    session.carry_out(AnswerUnsaved{UnsavedAnswer::cancel});
    ASSERT_TRUE(frames_until([&] { return !session.ui_state().build.is_running; }));
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    EXPECT_TRUE(session.editor().is_modified());
    EXPECT_LE(session.editor().scene().instances.size(), 2u);
}

TEST_F(SessionTest, EditsMadeWhileASceneOpensAreAskedFor) {
    session.carry_out(OpenFile{path});
    ASSERT_TRUE(frames_until([&] { return session.state().activity.is_opening; }));
    session.carry_out(set_exaggeration(2.0));
    ASSERT_TRUE(frames_until([&] { return session.state().activity.is_asking; }));
    session.carry_out(AnswerUnsaved{UnsavedAnswer::cancel});
    ASSERT_TRUE(frames_until([&] { return !session.ui_state().build.is_running; }));
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    EXPECT_FALSE(session.state().activity.is_asking);
    session.carry_out(OpenFile{path});
    ASSERT_TRUE(frames_until([&] { return session.state().activity.is_asking; }));
    session.carry_out(AnswerUnsaved{UnsavedAnswer::discard});
    ASSERT_TRUE(frames_until([&] { return !session.editor().is_modified(); }));
    EXPECT_EQ(session.editor().document().exaggeration, 1.0);
}

TEST_F(SessionTest, EditsWhileACharacterIsAddedAreEntriesOfTheirOwn) {
    session.carry_out(AddFile{path});
    ASSERT_TRUE(frames_until([&] { return session.state().activity.is_opening; }));
    session.carry_out(set_exaggeration(2.0));
    ASSERT_TRUE(frames_until([&] { return session.editor().scene().instances.size() == 2; }));
    frame();
    EXPECT_EQ(undo_count(), 2u);
    EXPECT_EQ(session.editor().history().undo_name(), "Add character");
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    EXPECT_EQ(session.editor().scene().instances.size(), 1u);
}

TEST_F(SessionTest, ARebuiltModelDoesNotEndAReplay) {
    ASSERT_TRUE(frames_until([&] { return session.shown().selected.step_count > 60; }));
    CharacterDraft draft = session.editor().draft();
    draft.description.clusters = 5;
    session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::clusters}, Action::replay});
    const std::uint64_t last = session.shown().selected.timeline.last;
    const int model = session.editor().instance()->model;
    ASSERT_TRUE(frames_until([&] { return session.shared().models.at(model)->clusters.count == 5; }));
    int frames = 0;
    ASSERT_TRUE(frames_until([&] { return ++frames > 10; }));
    EXPECT_GE(session.shown().selected.timeline.last, last) << "the timeline is whole";
}

TEST_F(SessionTest, ASaveDuringADragWaitsForItsEnd) {
    const Pixel start = on_body();
    session.carry_out(set_exaggeration(2.0));
    frame({moved(start), button(true, start)});
    frame({moved(start + Pixel(40, 0))});
    const auto saved = folder / "saved.json";
    session.carry_out(SaveDocument{saved});
    frame();
    EXPECT_FALSE(std::filesystem::exists(saved));
    frame({button(false, start + Pixel(40, 0))});
    ASSERT_TRUE(frames_until([&] { return !session.editor().is_modified(); }));
    EXPECT_EQ(file_bytes(saved).value().find("\"handles\": [{"), std::string::npos) << "the pull is not in the file";
}

// Another window saves the file that this one opened: the next save here says so, and the one after replaces it.
TEST_F(SessionTest, ASaveDoesNotSilentlyReplaceWhatAnotherWindowWrote) {
    const auto saved = folder / "shared.json";
    session.carry_out(SaveDocument{saved});
    ASSERT_TRUE(frames_until([&] { return std::filesystem::exists(saved) && !session.editor().is_modified(); }));
    const std::string of_another = file_bytes(saved).value() + "\n";
    limber::testing::write_bytes(saved, of_another);
    session.carry_out(set_exaggeration(2.0));
    session.carry_out(SaveDocument{});
    ASSERT_TRUE(
        frames_until([&] { return newest_message().find("was changed by another window") != std::string::npos; }));
    EXPECT_EQ(file_bytes(saved).value(), of_another);
    EXPECT_TRUE(session.editor().is_modified());
    session.carry_out(SaveDocument{});
    ASSERT_TRUE(frames_until([&] { return !session.editor().is_modified(); }));
    EXPECT_NE(file_bytes(saved).value(), of_another);
}

TEST_F(SessionTest, EscTakesADragOfAWidgetBack) {
    const Document before = session.editor().document();
    driven.holds_widget = true;
    for (const double value : {1.5, 2.0, 2.5}) {
        driven.frame({}, [&] {
            EditDocument edit = set_exaggeration(value);
            edit.is_dragged = true;
            session.carry_out(edit);
        });
    }
    session.carry_out(CancelGesture{});
    EXPECT_EQ(session.editor().document(), before);
}

TEST_F(SessionTest, AGaitGoesToTheCharacterThatWasSelectedWhenItWasRead) {
    session.carry_out(Action::duplicate_character);
    session.carry_out(Action::unique_character);
    const int target = session.editor().selected();
    const auto gait = folder / "hop.json";
    ASSERT_TRUE(write_gait(Gait{.name = "Hop", .waveforms = {Waveform{Sinusoid{.amplitude = 0.5}}}}, gait));
    session.carry_out({AddGait{gait}, Action::next_character});
    ASSERT_NE(session.editor().selected(), target);
    const auto gaits_of = [&](int id) {
        return draft_of(session.editor().scene(), id).description.muscles.gaits.gaits().size();
    };
    ASSERT_TRUE(frames_until([&] { return gaits_of(target) == 1; }));
    EXPECT_EQ(gaits_of(session.editor().selected()), 0u);
}

TEST_F(SessionTest, AFailedRecoveryFileIsReportedAtTheEnd) {
    limber::testing::ScopedEnvironment environment;
    environment.set("LIMBER_RECOVERY", "/proc/no/such/folder");
    limber::testing::DrivenSession other(path);
    other.session.carry_out(set_exaggeration(2.0));
    other.frame();
    other.session.finish(true);
    EXPECT_FALSE(other.session.is_all_saved());
}

// Its later edits stay, and undo does not bring it back.
TEST_F(SessionTest, ACancelledBuildTakesOnlyItsOwnEditBack) {
    CharacterDraft draft = session.editor().draft();
    const Index before = draft.description.modes;
    draft.description.modes = 40;
    session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::subspace}});
    driven.holds_widget = false;
    session.settle(false);
    session.carry_out(set_exaggeration(2.0));
    session.settle(false);
    session.carry_out(CancelBuild{});
    EXPECT_EQ(session.editor().description().modes, before);
    EXPECT_EQ(session.editor().document().exaggeration, 2.0);
    EXPECT_EQ(undo_count(), 1u);
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().description().modes, before);
    EXPECT_FALSE(session.editor().is_modified());
}

TEST_F(SessionTest, ARebuildKeepsTheCharacterMoving) {
    CharacterDraft draft = session.editor().draft();
    draft.description.clusters = 5;
    session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::clusters}});
    EXPECT_TRUE(session.shown().selected.character);
    EXPECT_TRUE(frames_until([&] { return session.shown().selected.character->clusters.count == 5; }));
    session.carry_out(Action::undo);
    EXPECT_TRUE(frames_until([&] { return session.shown().selected.character->clusters.count != 5; }));
}

// The character goes on moving in the subspace of the load that acts, and undo gives it one subspace again.
TEST_F(SessionTest, TheCharacterSwitchesBetweenItsLoads) {
    const auto load_at = [](const Vec3& place) {
        return BodyLoad{{.kind = LoadKind::region, .region = LoadRegion{place, 0.2, 50.0}}};
    };
    const auto rebuilt = [&](const std::function<void(ModelDescription&)>& change) {
        CharacterDraft draft = session.editor().draft();
        change(draft.description);
        session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::subspace}});
        driven.holds_widget = false;
        session.settle(false);
        return driven.settle();
    };
    ASSERT_TRUE(rebuilt([&](ModelDescription& description) {
        description.subspace = SubspaceKind::force_dual_skinning;
        description.modes = 2;
        description.loads = {load_at(Vec3::Zero()), load_at(Vec3(1, 0.15, 0.15))};
    }));
    EXPECT_FALSE(session.shown().selected.load_switches);
    ASSERT_TRUE(rebuilt([](ModelDescription& description) { description.switches_loads = true; }));
    ASSERT_TRUE(frames_until([&] { return session.shown().selected.load_switches.has_value(); }));
    const std::uint64_t step = session.shown().selected.step_count;
    EXPECT_TRUE(frames_until([&] { return session.shown().selected.step_count > step + 5; }));
    session.carry_out(Action::undo);
    EXPECT_FALSE(session.editor().description().switches_loads);
    EXPECT_TRUE(frames_until([&] { return !session.shown().selected.load_switches; }));
    session.carry_out(Action::redo);
    EXPECT_TRUE(frames_until([&] { return session.shown().selected.load_switches.has_value(); }));
}

TEST_F(SessionTest, ANewFloorIsPlacedInTheSameUndoEntry) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    const std::size_t count = undo_count();
    CharacterDraft draft = session.editor().draft();
    draft.description.contact.floor = true;
    draft.description.contact.points = 8;
    session.carry_out(EditCharacter{draft});
    EXPECT_TRUE(frames_until([&] { return session.editor().description().contact.floor_height.has_value(); }));
    ASSERT_TRUE(driven.settle());
    EXPECT_EQ(undo_count(), count + 1);
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.settle());
    EXPECT_FALSE(session.editor().description().contact.floor);
    session.carry_out(Action::redo);
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.settle());
    EXPECT_EQ(undo_count(), count);
    EXPECT_TRUE(session.editor().history().can_redo());
}

TEST_F(SessionTest, ANewFloorIsPlacedEvenIfItsModelIsBuiltFirst) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    const std::size_t count = undo_count();
    CharacterDraft draft = session.editor().draft();
    draft.description.contact.floor = true;
    draft.description.contact.points = 8;
    session.carry_out({EditCharacter{draft}, RebuildOutdated{}});
    ASSERT_TRUE(limber::testing::eventually([&] { return !session.feature<ModelBuilder>().is_busy(); }));
    frame();
    EXPECT_TRUE(session.state().built()->description.contact.floor);
    EXPECT_TRUE(session.editor().description().contact.floor_height);
    EXPECT_EQ(undo_count(), count + 1);
}

TEST_F(SessionTest, ANewFloorThatIsUndoneInItsFrameComesBackPlaced) {
    session.carry_out(Action::duplicate_character);
    ASSERT_TRUE(driven.settle());
    CharacterDraft draft = session.editor().draft();
    draft.description.contact.floor = true;
    session.carry_out({EditCharacter{draft}, Action::undo});
    EXPECT_FALSE(session.editor().description().contact.floor);
    session.carry_out(Action::redo);
    EXPECT_TRUE(session.editor().description().contact.floor);
    EXPECT_TRUE(session.editor().description().contact.floor_height);
}

TEST_F(SessionTest, WindBlowsWhileTheCharacterMoves) {
    const auto drift = [&] {
        const Points x = boundary_positions(session.shown().selected, session.state().drawn_motion());
        return x.col(2).maxCoeff() - session.shown().selected.character->mesh.X.col(2).maxCoeff();
    };
    const Wind wind{Vec3(0, 0, 30), 20.0};
    CharacterDraft draft = session.editor().draft();
    draft.environment.wind = wind;
    session.carry_out(EditCharacter{draft});
    frame();
    EXPECT_EQ(session.ui_state().edits.undo_name, "Change wind");
    EXPECT_TRUE(frames_until([&] { return drift() > 0.1; }));
    EXPECT_FALSE(session.ui_state().build.is_running) << "nothing is rebuilt";
    const std::filesystem::path other = folder.path() / "windy.json";
    session.carry_out(SaveDocument{other});
    EXPECT_TRUE(frames_until([&] { return std::filesystem::exists(other) && !session.editor().is_modified(); }));
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().environment().wind, Wind{});
    EXPECT_TRUE(frames_until([&] { return std::abs(drift()) < 0.01; }));
    const auto saved = read_scene_file(other);
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved.value().value.members.front().character.value().environment.wind, wind);
}

TEST_F(SessionTest, GustsMoveTheBodyAndAreUndone) {
    const auto lean = [&] {
        const Points x = boundary_positions(session.shown().selected, session.state().drawn_motion());
        return std::abs(x.col(2).maxCoeff() - session.shown().selected.character->mesh.X.col(2).maxCoeff());
    };
    CharacterDraft draft = session.editor().draft();
    draft.environment.wind = {Vec3::Zero(), 20.0};
    draft.environment.gusts = {20.0, 0.5, 3};
    session.carry_out(EditCharacter{draft});
    frame();
    EXPECT_TRUE(frames_until([&] { return lean() > 0.02; }));
    draft.environment.gusts.strength = 0.0;
    session.carry_out(EditCharacter{draft});
    frame();
    EXPECT_EQ(session.ui_state().edits.undo_name, "Change gusts");
    EXPECT_TRUE(frames_until([&] { return lean() < 0.01; })) << "still air";
}

TEST_F(SessionTest, WindBlowsOnEveryCharacter) {
    session.carry_out({Action::duplicate_character, Action::unique_character});
    ASSERT_TRUE(frames_until([&] { return session.shown().all.size() == 2; }));
    ASSERT_EQ(session.editor().scene().models.size(), 2u);
    CharacterDraft draft = session.editor().draft();
    draft.environment.wind = {Vec3(0, 0, 30), 20.0};
    session.carry_out(EditCharacter{draft});
    EXPECT_TRUE(frames_until([&] {
        return std::ranges::all_of(session.shown().all, [&](const Snapshot& snapshot) {
            const double home = session.editor().scene().instance(snapshot.id)->home.col(3).z();
            const Points x = boundary_positions(snapshot, session.state().drawn_motion());
            return x.col(2).maxCoeff() - home - snapshot.character->mesh.X.col(2).maxCoeff() > 0.1;
        });
    }));
}

TEST_F(SessionTest, PlaysPausesAndSteps) {
    session.carry_out(Action::play_or_pause);
    EXPECT_TRUE(frames_until([&] { return !session.shown().selected.playing; }));
    const auto steps = session.shown().selected.step_count;
    session.carry_out(Action::single_step);
    EXPECT_TRUE(frames_until([&] { return session.shown().selected.step_count == steps + 1; }));
}

TEST_F(SessionTest, LeavingClosesWhatIsShownOverTheViewFirst) {
    session.carry_out(Action::show_shortcuts);
    session.carry_out(Action::move_character);
    EXPECT_TRUE(session.view().shortcuts);
    session.carry_out(Action::leave);
    EXPECT_FALSE(session.view().shortcuts);
    EXPECT_EQ(session.shared().selection.kind, Selection::Kind::whole_rig);
    session.carry_out(Action::leave);
    EXPECT_EQ(session.shared().selection.kind, Selection::Kind::nothing);
}

} // namespace
} // namespace limber::app
