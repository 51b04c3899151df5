// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "engine/cubature/cubature_model.h"
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <optional>

// Newton's method for the selected character, driven with commands and without a window.
namespace limber::app {
namespace {

class NewtonInASession : public ::testing::Test {
protected:
    const Character& character() const {
        return *session.shown().selected.character;
    }
    void choose(const std::optional<NewtonDescription>& newton) {
        CharacterDraft draft = session.editor().draft();
        draft.description.newton = newton;
        session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::model}});
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(NewtonInASession, IsChosenUndoneAndSaved) {
    ASSERT_TRUE(driven.is_open);
    const NewtonDescription chosen{ElasticEnergy::stable_neo_hookean, 30, 1.0};
    choose(chosen);
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && character().cubature; }));
    EXPECT_LE(character().cubature->point_count(), 30);
    EXPECT_TRUE(driven.keeps_stepping());
    session.carry_out(SaveDocument{folder / "newton.json"});
    ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && !character().cubature; }));
    EXPECT_FALSE(session.editor().description().newton);
    session.carry_out(SaveDocument{folder / "clusters.json"}); // otherwise opening asks about the change
    ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
    session.carry_out(OpenFile{folder / "newton.json"});
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && character().cubature; }));
    EXPECT_EQ(session.editor().description().newton, chosen);
}

TEST_F(NewtonInASession, AnErrorThatIsNotReachedKeepsTheCharacter) {
    ASSERT_TRUE(driven.is_open);
    choose(NewtonDescription{ElasticEnergy::stable_neo_hookean, 2, 1e-3});
    ASSERT_TRUE(driven.wait_for_message("2 cubature points leave an error of "));
    EXPECT_FALSE(character().cubature);
    EXPECT_TRUE(driven.keeps_stepping());
}

} // namespace
} // namespace limber::app
