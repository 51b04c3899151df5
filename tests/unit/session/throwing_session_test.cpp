// SPDX-License-Identifier: MIT
#include "tests/support/driven_session.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <cmath>

// Throws of rigid bodies, driven with commands and without a window.
namespace limber::app {
namespace {

using limber::testing::DrivenSession;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;

class ThrowingInASession : public ::testing::Test {
protected:
    /// A bar that stands upright, and one that is thrown and counts as a ball.
    static std::filesystem::path scene_in(const ScratchFolder& folder) {
        write_small_scene(folder);
        write_bytes(folder / "rigid.json", R"({"format": "limber-scene", "version": 3, "characters": [
          {"scene": "bar.json", "placement": [[0,-1,0,0],[1,0,0,0],[0,0,1,0]], "rigid": {"mass": 2},
           "changes": {"active_clip": -1, "step": {"gravity": [0, -9.81, 0]}}},
          {"scene": "bar.json", "at": [-2, 0.8, 0], "rigid": {"mass": 5, "shape": "ball"},
           "changes": {"active_clip": -1, "step": {"gravity": [0, -9.81, 0]}}}],
          "obstacles": [{"shape": "ground", "point": [0, 0, 0], "normal": [0, 1, 0]}]})");
        return folder / "rigid.json";
    }

    int ball() const {
        return driven.session.editor().scene().instances.back().id;
    }
    RigidUi rigid() const {
        return driven.session.ui_state().rigid;
    }

    ScratchFolder folder;
    DrivenSession driven{scene_in(folder)};
};

TEST_F(ThrowingInASession, FellsAndIsRepeated) {
    ASSERT_TRUE(driven.is_open);
    ASSERT_TRUE(driven.frames_until([&] { return rigid().bodies == 2; })) << "rigid bodies carry both";
    EXPECT_EQ(rigid().balls, 1);
    EXPECT_EQ(rigid().fallen, 0);
    EXPECT_FALSE(rigid().can_throw_again);
    driven.session.carry_out(ThrowAgain{});
    driven.session.carry_out(SetPlaying{false});
    driven.session.carry_out(ThrowBody{ball(), {Vec3(8.0, 1.0, 0.0), Vec3::Zero()}, true});
    EXPECT_TRUE(driven.frames_until([&] { return rigid().fallen == 1; })) << "a throw plays";
    EXPECT_TRUE(rigid().can_throw_again);
    EXPECT_NEAR(rigid().last_speed, std::sqrt(65.0), 1e-12);
    driven.session.carry_out(RestartSimulation{});
    EXPECT_TRUE(driven.frames_until([&] { return rigid().fallen == 0; })) << "a reset puts it up again";
    driven.session.carry_out(ThrowAgain{});
    EXPECT_TRUE(driven.frames_until([&] { return rigid().fallen == 1; }));
    EXPECT_FALSE(driven.session.editor().is_modified()) << "the document stays as it is";
}

} // namespace
} // namespace limber::app
