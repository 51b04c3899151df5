// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <functional>

// The errors of numbers of modes, measured with commands and without a window.
namespace limber::app {
namespace {

class ModeErrorsInASession : public ::testing::Test {
protected:
    // The first errors are enough: what they depend on was taken when the measurement began.
    void measure() {
        session.carry_out(MeasureModeErrors{});
        ASSERT_TRUE(driven.frames_until([&] {
            const ModeErrors* newest = session.ui_state().mode_errors.newest;
            return newest && !newest->errors.empty();
        }));
        ASSERT_FALSE(is_outdated());
        session.carry_out(StopMeasuringModes{});
        ASSERT_TRUE(driven.frames_until([&] { return !session.ui_state().mode_errors.is_running; }));
    }
    bool is_outdated() {
        driven.frame();
        return session.ui_state().mode_errors.is_outdated;
    }
    void edit(const std::function<void(CharacterDraft&)>& change) {
        CharacterDraft draft = session.editor().draft();
        change(draft);
        session.carry_out(EditCharacter{draft});
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(ModeErrorsInASession, AreOutdatedWhenTheMaterialOrTheMotionChanges) {
    measure();
    edit([](CharacterDraft& draft) { draft.controls.poisson = 0.45; });
    EXPECT_TRUE(is_outdated());
    edit([](CharacterDraft& draft) { draft.controls.poisson = CharacterControls().poisson; });
    measure();
    edit([](CharacterDraft& draft) { draft.controls.clip = -1; });
    EXPECT_TRUE(is_outdated());
    measure();
    PointHandle handle;
    handle.vertices.fill(session.shown().selected.character->boundary_vertices.back());
    handle.stiffness = 1.0;
    session.carry_out(AddHandle{handle});
    EXPECT_TRUE(is_outdated());
}

TEST_F(ModeErrorsInASession, EndWithTheirScene) {
    measure();
    session.carry_out(OpenFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().mode_errors.newest == nullptr; }));
    EXPECT_TRUE(driven.settle());
    EXPECT_FALSE(session.ui_state().mode_errors.newest);
}

TEST_F(ModeErrorsInASession, StayWithAnotherNumberOfModesOrColour) {
    measure();
    edit([](CharacterDraft& draft) { draft.description.modes = 5; });
    EXPECT_FALSE(is_outdated());
    edit([](CharacterDraft& draft) { draft.description.look.colour = {1, 2, 3}; });
    EXPECT_FALSE(is_outdated());
    EXPECT_TRUE(session.ui_state().mode_errors.newest);
}

// Each kind has its own answer, which is there again when the kind is.
TEST_F(ModeErrorsInASession, StayOfAKindWhileTheCharacterHasAnother) {
    const auto newest = [&] {
        return session.ui_state().mode_errors.newest;
    };
    const auto take_kind = [&](SubspaceKind kind) {
        edit([&](CharacterDraft& draft) { draft.description.subspace = kind; });
        session.carry_out(RebuildOutdated{});
        ASSERT_TRUE(driven.frames_until([&] { return session.shown().selected.character->subspace == kind; }));
        ASSERT_TRUE(driven.settle());
    };
    measure();
    ASSERT_TRUE(driven.settle());
    const double of_skinning = newest()->errors.front().run;
    take_kind(SubspaceKind::displacement);
    EXPECT_FALSE(newest()) << "nothing is measured of this kind";
    measure();
    ASSERT_TRUE(driven.settle());
    const double of_displacements = newest()->errors.front().run;
    EXPECT_NE(of_displacements, of_skinning);
    take_kind(SubspaceKind::skinning);
    ASSERT_TRUE(newest());
    EXPECT_EQ(newest()->errors.front().run, of_skinning);
    EXPECT_FALSE(is_outdated());
    edit([](CharacterDraft& draft) { draft.controls.poisson = 0.45; });
    EXPECT_TRUE(is_outdated());
    take_kind(SubspaceKind::displacement);
    ASSERT_TRUE(newest());
    EXPECT_EQ(newest()->errors.front().run, of_displacements);
    EXPECT_TRUE(is_outdated());
}

} // namespace
} // namespace limber::app
