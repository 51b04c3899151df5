// SPDX-License-Identifier: MIT
#include "app/interaction/layout.h"
#include "tests/support/driven_session.h"
#include "tests/support/keys.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <filesystem>

// Springs between points of a body, moved by keys and by the mouse.
namespace limber::app {
namespace {

using limber::testing::keys::pressed;
using limber::testing::keys::released;

class SpringsSession : public ::testing::Test {
protected:
    SpringsSession() {
        EXPECT_TRUE(driven.is_open);
        edit([](CharacterControls& controls) {
            controls.springs = {{.id = 2, .to = {{27, 27, 27}, {1, 0, 0}}, .stiffness = 10.0, .rest_length = 0.5}};
        });
    }

    template <typename Change>
    void edit(Change change) {
        CharacterDraft draft = session.editor().draft();
        change(draft.controls);
        session.carry_out(EditCharacter{std::move(draft)});
        driven.frame();
    }
    std::string undo_name() const {
        return session.ui_state().edits.undo_name;
    }
    // Of the spring, as it is shown [m].
    double shown_length() const {
        const auto& springs = session.shown().selected.springs;
        return springs.empty() ? 0.5 : springs[0].rest_length;
    }

    limber::testing::ScratchFolder folder;
    std::filesystem::path path = limber::testing::write_small_scene(folder);
    limber::testing::DrivenSession driven{path};
    ApplicationSession& session = driven.session;
};

TEST_F(SpringsSession, AKeyPlaysAMovementWhileItIsHeld) {
    edit([](CharacterControls& controls) { controls.movements = {{"Nod", 0.5, false, {{2, 0.0, 0.3, 0.0}}}}; });
    EXPECT_EQ(undo_name(), "Add movement");
    const std::size_t entries = session.editor().history().count();
    driven.frame({pressed('2')});
    driven.frame({pressed('1')});
    EXPECT_TRUE(driven.frames_until([&] { return shown_length() > 0.6; })) << "the first has the key 1";
    driven.frame({released('1')});
    EXPECT_TRUE(driven.frames_until([&] { return shown_length() == 0.5; }));
    driven.frame({pressed('1')});
    EXPECT_TRUE(driven.frames_until([&] { return shown_length() < 0.4; }));
    driven.frame({FocusLost{}});
    EXPECT_TRUE(driven.frames_until([&] { return shown_length() == 0.5; })) << "the keyboard has left";
    EXPECT_EQ(session.editor().history().count(), entries) << "keys edit nothing";
}

TEST_F(SpringsSession, AMovementThatPlaysIsAnEdit) {
    edit([](CharacterControls& controls) { controls.movements = {{"Nod", 0.5, false, {{2, 0.0, 0.3, 0.0}}}}; });
    edit([](CharacterControls& controls) { controls.movements[0].plays = true; });
    EXPECT_EQ(undo_name(), "Play Nod");
    EXPECT_TRUE(driven.frames_until([&] { return shown_length() > 0.6; }));
    session.carry_out(Action::undo);
    EXPECT_TRUE(driven.frames_until([&] { return shown_length() == 0.5; }));
}

TEST_F(SpringsSession, TheSpringThatIsDeletedLeavesTheMovements) {
    edit([](CharacterControls& controls) { controls.movements = {{"Nod", 0.5, false, {{2, 0.0, 0.3, 0.0}}}}; });
    session.carry_out({Select{{Selection::Kind::spring, 2}}, Action::delete_handle});
    driven.frame();
    EXPECT_EQ(undo_name(), "Remove spring");
    EXPECT_TRUE(session.editor().controls().movements[0].springs.empty());
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().controls().movements[0].springs.size(), 1u);
}

TEST_F(SpringsSession, ADragOfTheFleshMovesTheSpringsWhereTheyAreDragged) {
    const Points x = boundary_positions(session.shown().selected, session.state().drawn_motion());
    const Vec3 middle = x.colwise().mean().transpose();
    Pixel start = *pixel_of(session.state().camera.now(), session.viewport().layout.dynamics, middle);
    const auto button = [](bool down, const Pixel& at) {
        return MouseButtonChanged{MouseButton::left, down, at.x(), at.y()};
    };
    for (const bool drags_springs : {false, true}) {
        start += Pixel(12, 12); // so that the second press is no double click
        const Pixel end = start + Pixel(40, 0);
        edit([&](CharacterControls& controls) { controls.drags_springs = drags_springs; });
        driven.frame({MouseMoved{start.x(), start.y()}, button(true, start)});
        driven.frame({MouseMoved{end.x(), end.y()}});
        ASSERT_EQ(session.editor().controls().handles.size(), 1u);
        EXPECT_EQ(session.editor().controls().handles[0].moves_springs, drags_springs);
        driven.frame({button(false, end)});
        EXPECT_TRUE(session.editor().controls().handles.empty());
    }
}

} // namespace
} // namespace limber::app
