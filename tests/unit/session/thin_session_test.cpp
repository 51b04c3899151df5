// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/document/scene_description.h"
#include "app/motion/moving_body.h"
#include "engine/core/file_bytes.h"
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <sstream>

// Rods, driven with commands and events and without a window.
namespace limber::app {
namespace {

using limber::testing::DrivenSession;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using ::testing::HasSubstr;

/// A straight rod of one metre that floats.
class RodInASession : public ::testing::Test {
protected:
    static std::filesystem::path scene_in(const ScratchFolder& folder) {
        std::ostringstream text;
        for (int i = 0; i <= 10; ++i) {
            text << "v " << 0.1 * i << " 0 0\n";
        }
        text << "l 1 2 3 4 5 6 7 8 9 10 11\n";
        write_bytes(folder / "rod.obj", text.str());
        write_bytes(folder / "rod.json", R"({"format": "limber-scene", "version": 1, "name": "Rod", "mesh": "rod.obj",
          "rig": "none", "rod_radius": 0.02, "step": {"gravity": [0, 0, 0]}})");
        return folder / "rod.json";
    }
    const Snapshot& shown() const {
        return session.shown().selected;
    }
    Points body() const {
        return boundary_positions(shown(), session.state().drawn_motion());
    }
    const std::vector<PointHandle>& handles() const {
        return session.editor().controls().handles;
    }
    // Of the rod's middle.
    Pixel on_rod() const {
        return *pixel_of(session.state().camera.now(), session.viewport().layout.dynamics, body().row(5).transpose());
    }
    static MouseButtonChanged button(bool down, const Pixel& at, bool shift) {
        return {MouseButton::left, down, at.x(), at.y(), false, shift, false};
    }

    ScratchFolder folder;
    DrivenSession driven{scene_in(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(RodInASession, IsPulledByAHandleOfTheMouse) {
    ASSERT_TRUE(driven.is_open);
    ASSERT_TRUE(driven.frames_until([&] { return shown().step_count > 3; }));
    const Pixel start = on_rod();
    driven.frame({MouseMoved{start.x(), start.y()}, button(true, start, true)});
    ASSERT_EQ(handles().size(), 1U);
    for (const int vertex : handles()[0].vertices) {
        EXPECT_GE(vertex, 4);
        EXPECT_LE(vertex, 6);
    }
    const Pixel end = start + Pixel(0, -80);
    driven.frame({MouseMoved{end.x(), end.y()}});
    driven.frame({button(false, end, true)});
    EXPECT_TRUE(driven.frames_until([&] { return body().col(1).maxCoeff() > 0.05; })) << "it follows";
    session.carry_out(Action::undo);
    EXPECT_TRUE(handles().empty());
    session.carry_out(RestartSimulation{});
    EXPECT_TRUE(driven.frames_until([&] { return body().col(1).cwiseAbs().maxCoeff() < 1e-4; }));
}

TEST_F(RodInASession, HasNothingThatNeedsTets) {
    ASSERT_TRUE(driven.is_open);
    session.carry_out(MeasureModeErrors{});
    EXPECT_TRUE(driven.has_message("Rods and shells have no tets"));
    CharacterDraft draft = session.editor().draft();
    draft.compared = {{"skinning", 3}};
    session.carry_out(EditCharacter{draft});
    driven.frame();
    driven.frame();
    EXPECT_EQ(session.editor().instance()->compared.size(), 1u);
    EXPECT_EQ(session.view().compared, 0);
    session.carry_out(EditView{[](ViewOptions& view) {
        view.paint = PaintKind::clusters;
        view.cut.axis = 1;
        view.brush.is_held = true;
    }});
    const Pixel at = on_rod();
    driven.frame({MouseMoved{at.x(), at.y()}, button(true, at, false)});
    driven.frame({button(false, at, false)});
    EXPECT_EQ(session.view().paint, PaintKind::flesh);
    EXPECT_FALSE(session.view().cut.is_shown());
    EXPECT_FALSE(session.view().brush.is_held);
}

TEST_F(RodInASession, GetsACageAsMuscles) {
    ASSERT_TRUE(driven.is_open);
    CharacterDraft draft = session.editor().draft();
    set_moving(draft.description, draft.controls);
    draft.controls.muscles.behaviour.kind = BehaviourKind::stand;
    session.carry_out(EditCharacter{draft});
    session.carry_out(RebuildCharacter{Stage::muscles});
    ASSERT_TRUE(driven.frames_until([&] { return shown().character->musculature.count() > 0; }));
    EXPECT_EQ(session.editor().draft().controls.iterations, 100);
    EXPECT_FALSE(driven.has_message("Rods and shells"));
}

TEST_F(RodInASession, IsRebuiltWithAnotherRadiusAndSaved) {
    ASSERT_TRUE(driven.is_open);
    CharacterDraft draft = session.editor().draft();
    draft.description.rod_radius = 0.03;
    session.carry_out(EditCharacter{draft});
    session.carry_out(RebuildCharacter{Stage::mesh});
    ASSERT_TRUE(driven.frames_until([&] { return shown().character->thin->radius == 0.03; }));
    session.carry_out(SaveDocument{folder / "saved.json"});
    ASSERT_TRUE(driven.frames_until([&] { return std::filesystem::exists(folder / "saved.json"); }));
    const std::string text = file_bytes(folder / "saved.json").value();
    const std::size_t at = text.find("\"rod_radius\"");
    ASSERT_NE(at, std::string::npos) << text;
    EXPECT_THAT(text.substr(at, 24), HasSubstr("0.03"));
}

} // namespace
} // namespace limber::app
