// SPDX-License-Identifier: MIT
#include "app/scenes/release.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"
#include "tests/support/played_session.h"
#include "tests/support/vrm_files.h"

#include <gmock/gmock.h>

// What is chosen for a character of another program when it is opened.
namespace limber::app {
namespace {

using ::testing::HasSubstr;

const std::string box = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                        "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

// Coarse tets are enough for what is chosen, and quick to make.
SessionOptions with_coarse_tets() {
    SessionOptions options;
    options.surface_vertices = 400;
    return options;
}

class OpenedCharacter : public limber::testing::PlayedSession {
protected:
    OpenedCharacter() : PlayedSession(with_coarse_tets()) {}
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
        limber::testing::write_bytes(folder / "plain.vrm", limber::testing::vrm_1_glb());
        limber::testing::write_bytes(folder / "coloured.glb", limber::testing::coloured_bar_glb());
    }
    PaintLevels levels_of_one_half() const {
        const Character& character = *shown().character;
        const double middle = character.mesh.X.col(0).mean();
        PaintLevels levels;
        for (const int vertex : character.boundary_vertices) {
            levels.push_back(character.mesh.X(vertex, 0) < middle ? 255 : 0);
        }
        return levels;
    }
    bool open(const std::string& file) {
        session.carry_out(OpenFile{folder / file});
        const std::string name = std::filesystem::path(file).stem().string();
        return driven.frames_until(
            [&] { return shown().character && session.editor().description().name == name && driven.is_settled(); });
    }
};

TEST_F(OpenedCharacter, StartsSoftForItsSizeAndSaysSo) {
    ASSERT_TRUE(open("plain.vrm"));
    EXPECT_LT(shown().character->vertex_count(), 1000);
    const double size = bounding_box(shown().character->mesh.X).diagonal();
    const double young = session.editor().controls().young;
    EXPECT_NEAR(young / (size * size), 600.0, 30.0); // two digits
    EXPECT_EQ(session.editor().description().material.young, young);
    EXPECT_THAT(message_of("starts soft"), HasSubstr("plain starts soft"));
    EXPECT_FALSE(session.editor().is_modified());
}

TEST_F(OpenedCharacter, ThatIsAddedIsAskedAboutAsOneThatIsOpened) {
    const auto add = [&](const std::string& file) {
        const std::size_t count = session.editor().scene().instances.size() + 1;
        session.carry_out(AddFile{folder / file});
        return driven.frames_until(
            [&] { return session.editor().scene().instances.size() == count && driven.is_settled(); });
    };
    const auto is_offered = [&](Message::Offer offer, const std::string& name) {
        return std::ranges::any_of(*session.ui_state().messages, [&](const Message& message) {
            return message.offer == offer && message.text.starts_with(name);
        });
    };
    ASSERT_TRUE(add("plain.vrm"));
    EXPECT_EQ(session.editor().description().name, "plain");
    EXPECT_THAT(message_of("starts soft"), HasSubstr("plain starts soft"));
    EXPECT_TRUE(is_offered(Message::Offer::soften, "plain"));
    limber::testing::write_bytes(folder / "box.obj", box);
    ASSERT_TRUE(add("box.obj"));
    EXPECT_EQ(session.editor().description().name, "box");
    EXPECT_TRUE(is_offered(Message::Offer::hang_pin_or_fall, "box"));
    EXPECT_FALSE(is_offered(Message::Offer::soften, "plain")) << "its button would act on the box, which is selected";
    ASSERT_TRUE(add("bar.json"));
    EXPECT_FALSE(is_offered(Message::Offer::hang_pin_or_fall, "")) << "a scene says how it is held";
}

TEST_F(OpenedCharacter, HasHiddenBonesIfItHasColoursOfItsOwn) {
    ASSERT_TRUE(open("coloured.glb"));
    EXPECT_FALSE(session.view().bones);
    session.carry_out(Action::show_bones);
    driven.frame();
    EXPECT_TRUE(session.view().bones);
    ASSERT_TRUE(open("plain.vrm"));
    EXPECT_TRUE(session.view().bones);
    ASSERT_TRUE(open("coloured.glb"));
    EXPECT_FALSE(session.view().bones);
    session.carry_out(OpenFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.editor().description().name != "coloured"; }));
    ASSERT_TRUE(driven.settle());
    EXPECT_TRUE(session.view().bones);
}

TEST_F(OpenedCharacter, ShowsItsOwnColoursWhateverWasPaintedBefore) {
    const auto paint = [&] {
        session.carry_out(EditView{[](ViewOptions& view) {
            view.paint = PaintKind::materials;
        }});
    };
    paint();
    ASSERT_TRUE(open("coloured.glb"));
    EXPECT_EQ(session.view().paint, PaintKind::flesh);
    paint();
    session.carry_out(AddFile{folder / "plain.vrm"});
    ASSERT_TRUE(
        driven.frames_until([&] { return session.editor().scene().instances.size() == 2 && driven.is_settled(); }));
    EXPECT_EQ(session.view().paint, PaintKind::flesh);
}

TEST_F(OpenedCharacter, IsNotHiddenByTheListOfScenes) {
    session.carry_out(EditView{[](ViewOptions& view) {
        view.scenes = true;
    }});
    ASSERT_TRUE(session.view().scenes);
    session.carry_out(OpenFirstUsableFile{{folder / "plain.vrm"}});
    EXPECT_TRUE(driven.frames_until([&] { return session.editor().description().name == "plain"; }));
    EXPECT_FALSE(session.view().scenes);
}

TEST_F(OpenedCharacter, SaysTheFirstOfItsWarningsWithAButton) {
    limber::testing::write_bytes(folder / "box.obj", "mtllib nowhere.mtl\n" + box);
    ASSERT_TRUE(open("box.obj"));
    EXPECT_THAT(message_of("nowhere.mtl"), HasSubstr("box.obj: its materials are missing"));
    const auto& messages = *session.ui_state().messages;
    EXPECT_TRUE(std::ranges::any_of(
        messages, [](const Message& message) { return message.offer == Message::Offer::show_repairs; }));
}

TEST_F(OpenedCharacter, IsAskedAboutAgainOnceItsFallIsUndone) {
    limber::testing::write_bytes(folder / "box.obj", box);
    ASSERT_TRUE(open("box.obj"));
    ASSERT_NE(message_of("let it fall"), "");
    CharacterDraft draft = session.editor().draft();
    draft.description = released({draft.description, draft.environment}, *shown().character);
    session.apply(draft, session.view(), session.shared().selection);
    session.carry_out(RebuildCharacter{Stage::rig});
    ASSERT_TRUE(driven.frames_until(
        [&] { return shown().character->description.rig_kind == RigKind::none && driven.is_settled(); }));
    const auto& messages = *session.ui_state().messages;
    EXPECT_TRUE(std::ranges::none_of(messages, [](const Message& one) { return one.topic == Message::Topic::handle; }));
    session.carry_out(Action::undo);
    EXPECT_NE(message_of("let it fall"), "");
}

// Its buttons are the only way to Let it fall.
TEST_F(OpenedCharacter, IsAskedAboutAgainOnceItHasNoPins) {
    limber::testing::write_bytes(folder / "box.obj", box);
    ASSERT_TRUE(open("box.obj"));
    const auto is_asked = [&] {
        return std::ranges::any_of(*session.ui_state().messages, [](const Message& message) {
            return message.offer == Message::Offer::hang_pin_or_fall;
        });
    };
    const auto hold_the_brush = [&] {
        const std::string asked = message_of("let it fall");
        session.carry_out({EditView{[](ViewOptions& view) {
                               view.brush.is_held = true;
                               view.brush.target = BrushTarget::pins;
                           }},
                           DismissMessage{asked}});
        driven.frame();
        EXPECT_FALSE(is_asked());
    };
    hold_the_brush();
    session.carry_out(Action::leave);
    driven.frame();
    ASSERT_FALSE(session.view().brush.is_held);
    EXPECT_TRUE(is_asked());
    hold_the_brush();
    session.carry_out(EditDocument{[half = levels_of_one_half()](Document& document) {
        document.scene.models.begin()->second.pins = PaintedRegion(half);
    }});
    session.carry_out(Action::leave);
    driven.frame();
    EXPECT_FALSE(is_asked()) << "it has pins";
    session.carry_out(Action::undo);
    driven.frame();
    EXPECT_TRUE(is_asked());
    session.carry_out(Action::redo);
    driven.frame();
    EXPECT_FALSE(is_asked()) << "it has pins again";
    ASSERT_TRUE(driven.settle());
    EXPECT_FALSE(is_asked()) << "it is built with them";
}

// Such pins are refused, and withdrawn whenever the refusal arrives.
TEST_F(OpenedCharacter, IsAskedAboutAgainOnceAllOfItIsPinned) {
    limber::testing::write_bytes(folder / "box.obj", box);
    ASSERT_TRUE(open("box.obj"));
    const std::string asked = message_of("let it fall");
    const PaintLevels everywhere(shown().character->boundary_vertices.size(), 255);
    session.carry_out({EditDocument{[everywhere](Document& document) {
                           document.scene.models.begin()->second.pins = PaintedRegion(everywhere);
                       }},
                       DismissMessage{asked}});
    driven.frame();
    EXPECT_FALSE(session.editor().description().pins.is_blank());
    session.carry_out(RebuildOutdated{});
    EXPECT_THAT(message_of("is pinned"), HasSubstr("all of the body is pinned, so that nothing could move"));
    EXPECT_TRUE(session.editor().description().pins.is_blank());
    EXPECT_EQ(message_of("let it fall"), asked);
}

} // namespace
} // namespace limber::app
