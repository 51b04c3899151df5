// SPDX-License-Identifier: MIT
#include "app/view/load_lines.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/motion/motion.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class LoadLines : public ::testing::Test {
protected:
    LoadLines() {
        snapshot.character =
            build_character(read_scene(write_small_scene(folder)).value().value, nullptr, Stage::mesh).value();
        snapshot.state = Motion(snapshot.character).state();
        const auto row = snapshot.character->mesh.T.row(0);
        std::copy(row.begin(), row.end(), marks[0].corners.begin());
        marks[1].corners = marks[0].corners;
        marks[1].is_arrow = true;
    }
    std::vector<OverlayLine> drawn() const {
        Overlay overlay;
        draw_load(marks, 0, snapshot, {}, Vec3(0, 1, 5), overlay);
        return overlay.lines;
    }

    ScratchFolder folder;
    Snapshot snapshot;
    std::vector<LoadMark> marks{2, {{}, Eigen::Vector4d(1, 0, 0, 0), Eigen::Vector4d(0, 1, 0, 0)}};
};

// Each line has a light edge below, and an arrow two more for its head.
TEST_F(LoadLines, MoveWithTheBody) {
    const auto before = drawn();
    ASSERT_EQ(before.size(), 2u * (1 + 3));
    const Vec3 way(0.5, -1.0, 2.0);
    for (Index row = 3; row < snapshot.state.P.rows(); row += 4) {
        snapshot.state.P.row(row) += way.transpose();
    }
    const auto after = drawn();
    ASSERT_EQ(after.size(), before.size());
    const glm::vec3 moved = after[0].from - before[0].from;
    EXPECT_LT(glm::distance(moved, glm::vec3(0.5F, -1.0F, 2.0F)), 1e-5F);
    EXPECT_LT(glm::distance(after[0].to - before[0].to, moved), 1e-5F);
}

TEST_F(LoadLines, HaveTheColourOfTheirLoadInADarkShade) {
    Overlay first;
    Overlay second;
    draw_load(marks, 0, snapshot, {}, Vec3(0, 1, 5), first);
    draw_load(marks, 1, snapshot, {}, Vec3(0, 1, 5), second);
    EXPECT_NE(first.lines.back().colour, second.lines.back().colour);
}

TEST_F(LoadLines, OfOtherTetsAreLeftOut) {
    marks[0].corners[2] = static_cast<int>(snapshot.character->vertex_count());
    EXPECT_EQ(drawn().size(), 2u * 3);
    marks.clear();
    EXPECT_TRUE(drawn().empty());
}

} // namespace
} // namespace limber::app
