// SPDX-License-Identifier: MIT
#include "app/document/opening.h"
#include "engine/core/file_bytes.h"
#include "engine/rig/rig_file.h"
#include "tests/support/driven_session.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

// Rigs that are attached, replaced and detached while the character moves, driven with commands and without a window.
namespace limber::app {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class RigsInASession : public ::testing::Test {
protected:
    const Character& shown() const {
        return *session.shown().selected.character;
    }
    const ModelDescription& description() const {
        return session.editor().description();
    }
    bool has_rig(const std::filesystem::path& rig) {
        return driven.frames_until(
            [&] { return driven.is_settled() && description().rig == rig && shown().description.rig == rig; });
    }

    // The bar's own bones in another order.
    std::filesystem::path rig_of_the_same_bones() {
        Rig rig = limber::testing::small_rig(limber::testing::small_bar());
        std::swap(rig.skeleton.bones[0], rig.skeleton.bones[1]);
        rig.skeleton.bones[0].parent = 1;
        rig.skeleton.bones[1].parent = -1;
        rig.W.col(0).swap(rig.W.col(1));
        EXPECT_TRUE(write_rig(rig, folder / "same.json"));
        return folder / "same.json";
    }

    // A bone more, of which the bar's clip knows nothing.
    std::filesystem::path rig_of_three_bones() {
        Rig rig = limber::testing::small_rig(limber::testing::small_bar());
        rig.skeleton.bones.push_back({"end", 1, identity_affine(), 0.2});
        rig.skeleton.bones[2].rest.col(3) = Vec3(0.9, 0.15, 0.15);
        const Matrix two = rig.W;
        rig.W.resize(two.rows(), 3);
        rig.W << two.col(0), 0.5 * two.col(1), 0.5 * two.col(1);
        EXPECT_TRUE(write_rig(rig, folder / "three.json"));
        return folder / "three.json";
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(RigsInASession, AreReplacedWithTheClipsThatTheyCanPlayAndUndone) {
    const std::filesystem::path before = description().rig;
    const auto other = rig_of_the_same_bones();
    session.carry_out(AttachRig{other});
    ASSERT_TRUE(has_rig(other));
    EXPECT_EQ(shown().rig.skeleton.bones[0].name, "tip");
    ASSERT_EQ(description().clips.size(), 1U);
    EXPECT_EQ(session.editor().controls().clip, 0);
    EXPECT_TRUE(driven.keeps_stepping());
    EXPECT_EQ(session.ui_state().edits.undo_name, "Replace the rig");
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_rig(before));
    EXPECT_EQ(shown().rig.skeleton.bones[0].name, "root");
    session.carry_out(Action::redo);
    ASSERT_TRUE(has_rig(other));
}

TEST_F(RigsInASession, TakeOutTheClipsThatTheyCannotPlayAndSayWhy) {
    const std::filesystem::path before = description().rig;
    session.carry_out(AttachRig{rig_of_three_bones()});
    ASSERT_TRUE(has_rig(folder / "three.json"));
    EXPECT_TRUE(description().clips.empty());
    EXPECT_EQ(session.editor().controls().clip, -1);
    EXPECT_EQ(shown().bone_count(), 3);
    EXPECT_TRUE(driven.wait_for_message("cannot play 1 clip"));
    EXPECT_TRUE(driven.wait_for_message("\"end\""));
    EXPECT_TRUE(driven.keeps_stepping());
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_rig(before));
    EXPECT_EQ(description().clips.size(), 1U);
    EXPECT_EQ(session.editor().controls().clip, 0);
}

TEST_F(RigsInASession, LeaveTheBodyOnOneHandleWhenTheyAreDetached) {
    const std::filesystem::path before = description().rig;
    session.carry_out(DetachRig{});
    ASSERT_TRUE(has_rig({}));
    EXPECT_EQ(description().rig_kind, RigKind::affine_handle);
    EXPECT_EQ(shown().bone_count(), 1);
    EXPECT_TRUE(shown().clips.empty());
    EXPECT_TRUE(driven.wait_for_message("1 clip with it"));
    EXPECT_TRUE(driven.keeps_stepping());
    session.carry_out(AttachRig{before});
    ASSERT_TRUE(has_rig(before));
    EXPECT_EQ(session.ui_state().edits.undo_name, "Attach a rig");
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_rig({}));
    session.carry_out(Action::undo);
    ASSERT_TRUE(has_rig(before));
    EXPECT_EQ(description().clips.size(), 1U);
}

// Their fibres are warned of, and are back with the rig.
TEST_F(RigsInASession, LeaveScenesThatOpenAgainWhenFibresNameTheirBones) {
    const auto contract = [](Document& document) {
        document.scene.models.begin()->second.muscles.fibres = {
            {{.name = "Biceps", .kind = LoadKind::muscle, .field = "tip"}}};
    };
    session.carry_out(EditDocument{contract, "Contract fibres"});
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && shown().musculature.count() == 1U; }));
    EXPECT_FALSE(shown().musculature.D->isZero(0.0));
    session.carry_out(DetachRig{});
    ASSERT_TRUE(has_rig({}));
    EXPECT_EQ(shown().musculature.count(), 1U);
    EXPECT_TRUE(shown().musculature.D->isZero(0.0));
    session.carry_out(SaveDocument{folder / "detached.json"});
    ASSERT_TRUE(driven.frames_until([&] { return std::filesystem::exists(folder / "detached.json"); }));
    limber::testing::DrivenSession again{folder / "detached.json"};
    ASSERT_TRUE(again.settle());
    const Character& opened = *again.session.shown().selected.character;
    EXPECT_EQ(opened.musculature.count(), 1U);
    EXPECT_THAT(opened.warnings, Contains(HasSubstr("the load \"Biceps\" names the field \"tip\"")));
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.frames_until([&] { return driven.is_settled() && shown().bone_count() == 2; }));
    EXPECT_FALSE(shown().musculature.D->isZero(0.0));
}

TEST_F(RigsInASession, OfAnotherBodyAreRefusedAndNothingChanges) {
    const TetMesh other = limber::testing::bar_mesh(9, 4, 4);
    ASSERT_TRUE(write_rig({limber::testing::small_rig(other).skeleton, Matrix::Constant(other.vertex_count(), 2, 0.5)},
                          folder / "foreign.json"));
    const Document before = session.editor().document();
    session.carry_out(AttachRig{folder / "foreign.json"});
    ASSERT_TRUE(driven.wait_for_message("use the rig that belongs to this mesh"));
    ASSERT_TRUE(driven.settle());
    EXPECT_EQ(session.editor().document(), before);
    EXPECT_FALSE(session.ui_state().edits.can_undo);
}

TEST_F(RigsInASession, AreSavedWithTheScene) {
    session.carry_out(AttachRig{rig_of_three_bones()});
    ASSERT_TRUE(has_rig(folder / "three.json"));
    session.carry_out(SaveDocument{folder / "saved.json"});
    ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
    const auto saved = describe(folder / "saved.json");
    ASSERT_TRUE(saved) << sentence(saved.error());
    EXPECT_EQ(saved.value().value.rig, folder / "three.json");
    EXPECT_TRUE(saved.value().value.clips.empty());
}

TEST_F(RigsInASession, AreOfferedToTheOpenCharacterWhenTheyAreDropped) {
    const auto rig = rig_of_three_bones();
    const auto clip = folder / "again.json";
    std::filesystem::copy_file(folder / "bend.json", clip);
    const Document before = session.editor().document();
    for (const auto& [path, offer] :
         {std::pair(rig, Message::Offer::attach_rig), std::pair(clip, Message::Offer::add_clip)}) {
        session.carry_out(OpenFirstUsableFile{{path}});
        ASSERT_TRUE(driven.wait_for_message(path.filename().string()));
        const Message& message = session.ui_state().messages->front();
        EXPECT_EQ(message.offer, offer);
        EXPECT_EQ(message.part, path);
        EXPECT_THAT(message.text, HasSubstr("to Bar"));
    }
    EXPECT_EQ(session.editor().document(), before);
}

} // namespace
} // namespace limber::app
