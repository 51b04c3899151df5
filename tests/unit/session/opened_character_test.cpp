// SPDX-License-Identifier: MIT
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"
#include "tests/support/played_session.h"
#include "tests/support/vrm_files.h"

#include <gmock/gmock.h>

// What is chosen for a character of another program when it is opened.
namespace limber::app {
namespace {

using ::testing::HasSubstr;

class OpenedCharacter : public limber::testing::PlayedSession {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
        limber::testing::write_bytes(folder / "plain.vrm", limber::testing::vrm_1_glb());
        limber::testing::write_bytes(folder / "coloured.glb", limber::testing::coloured_bar_glb());
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
    const double size = bounding_box(shown().character->mesh.X).diagonal();
    const double young = session.editor().controls().young;
    EXPECT_NEAR(young / (size * size), 70.0, 7.0);
    EXPECT_EQ(session.editor().description().material.young, young);
    EXPECT_THAT(message_of("starts soft"), HasSubstr("plain starts soft"));
    EXPECT_FALSE(session.editor().is_modified());
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

} // namespace
} // namespace limber::app
