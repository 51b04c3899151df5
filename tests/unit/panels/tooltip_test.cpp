// SPDX-License-Identifier: MIT
#include "app/panels/tooltip.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::app {
namespace {

constexpr const char* short_words = "Short";
constexpr const char* long_words =
    "A tooltip of many words, which needs several lines in any window that is as narrow as "
    "the one of this test, and is larger than the other.";

/// A panel of two buttons with tooltips.
class ShownTooltip : public ::testing::Test {
protected:
    // The buttons are at heights of 20 and 60 pixels.
    static void frame(float mouse_height, const std::optional<ViewArea>& messages = {},
                      const std::optional<ViewArea>& panel = {}) {
        ImGui::GetIO().MousePos = ImVec2(50, mouse_height);
        ImGui::NewFrame();
        start_tooltips(messages, panel);
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(200, 200));
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        button("one", 20, short_words);
        button("other", 60, long_words);
        ImGui::End();
        ImGui::EndFrame();
    }
    static void press_control_z() {
        ImGuiIO& io = ImGui::GetIO();
        io.KeyCtrl = true;
        io.KeysDown['Z'] = true;
    }
    static void release_keys() {
        ImGuiIO& io = ImGui::GetIO();
        io.KeyCtrl = false;
        io.KeysDown['Z'] = false;
    }
    // Null if no tooltip was drawn in the last frame.
    static const ImGuiWindow* shown() {
        const ImGuiWindow* window = ImGui::FindWindowByName("##tooltip");
        return window && window->Active ? window : nullptr;
    }

private:
    static void button(const char* name, float height, const char* words) {
        ImGui::SetCursorPos(ImVec2(20, height - 10));
        ImGui::Button(name, ImVec2(100, 20));
        if (ImGui::IsItemHovered()) {
            tooltip(words);
        }
    }

    limber::testing::ImGuiFrames frames_{1280, 720};
};

// Bodies that are compared stand beside the panel, and none of them is covered.
TEST_F(ShownTooltip, StandsOverThePanelAndNotBesideIt) {
    frame(60);
    frame(60);
    ASSERT_TRUE(shown());
    EXPECT_GE(shown()->Pos.x, 200.0F);
    for (const float widget : {20.0F, 60.0F}) {
        frame(widget, {}, ViewArea{0, 0, 200, 200});
        ASSERT_TRUE(shown());
        EXPECT_GE(shown()->Pos.x, 0.0F);
        EXPECT_LE(shown()->Pos.x + shown()->Size.x, 200.0F);
        const bool is_below = shown()->Pos.y >= widget + 10.0F;
        EXPECT_TRUE(is_below || shown()->Pos.y + shown()->Size.y <= widget - 10.0F) << "the widget stays in view";
    }
}

// A window of its own beside the panel, as the playback strip.
TEST_F(ShownTooltip, OfAnotherWindowCoversNoneOfIt) {
    const ViewArea strip{200, 600, 1080, 120};
    const auto strip_frame = [&] {
        ImGui::GetIO().MousePos = ImVec2(900, 700);
        ImGui::NewFrame();
        start_tooltips(strip, ViewArea{0, 0, 200, 720});
        ImGui::SetNextWindowPos(ImVec2(200, 600));
        ImGui::SetNextWindowSize(ImVec2(1080, 120));
        ImGui::Begin("strip", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::SetCursorPos(ImVec2(10, 90));
        ImGui::Button("rewind", ImVec2(1060, 20));
        if (ImGui::IsItemHovered()) {
            tooltip(long_words);
        }
        ImGui::End();
        ImGui::EndFrame();
    };
    strip_frame();
    strip_frame();
    ASSERT_TRUE(shown());
    EXPECT_LE(shown()->Pos.y + shown()->Size.y, 600.0F);
    EXPECT_GE(shown()->Pos.y, 540.0F) << "in few lines, which cover little of the bodies";
}

TEST(TooltipCorner, IsOverTheWindowWhereItHasRoom) {
    const ViewArea window{0, 0, 200, 300};
    EXPECT_EQ(corner_over({10, 20, 100, 20}, window, {180, 100}, 4), Pixel(4, 44)) << "below";
    EXPECT_EQ(corner_over({10, 250, 100, 20}, window, {180, 100}, 4), Pixel(4, 146)) << "above";
    EXPECT_EQ(corner_over({10, 120, 100, 20}, window, {180, 100}, 4), Pixel(4, 16)) << "not over the answer below";
    EXPECT_FALSE(corner_over({10, 140, 100, 20}, window, {180, 200}, 4)) << "neither";
    const auto under = [&](double y) {
        return corner_over({10, y, 100, 20}, window, {180, 100}, 4, TooltipSide::below);
    };
    EXPECT_EQ(under(120), Pixel(4, 144)) << "below, where that is better";
    EXPECT_EQ(under(250), Pixel(4, 146)) << "above";
}

// The tooltip of a low row of the panel, which would stand over the strip that plays, is above it, and above messages.
TEST(TooltipCorner, IsClearOfTheStripAndOfMessagesAboveIt) {
    const ViewArea display{0, 0, 1280, 720};
    const ViewArea strip{300, 680, 980, 40};
    const Pixel size(250, 60);
    const Pixel corner = tooltip_corner({10, 650, 200, 20}, {0, 0, 300, 720}, display, size, 4);
    ASSERT_GT(corner.y() + size.y(), strip.y);
    EXPECT_LE(corner_clear_of(area_around(strip, {}), corner, size, display).y() + size.y(), strip.y);
    const ViewArea messages{300, 640, 980, 40};
    EXPECT_LE(corner_clear_of(area_around(strip, messages), corner, size, display).y() + size.y(), messages.y);
}

TEST_F(ShownTooltip, HasTheSizeOfItsWordsFromItsFirstFrameOn) {
    frame(150);
    frame(150);
    EXPECT_FALSE(shown());
    frame(60);
    ASSERT_TRUE(shown());
    const ImVec2 large = shown()->Size;
    frame(20);
    ASSERT_TRUE(shown());
    const ImVec2 small = shown()->Size;
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const ImVec2 words = ImGui::CalcTextSize(short_words);
    EXPECT_FLOAT_EQ(small.x, words.x + 2.0F * padding.x);
    EXPECT_FLOAT_EQ(small.y, std::max(words.y + 2.0F * padding.y, ImGui::GetStyle().WindowMinSize.y));
    EXPECT_GT(large.x, 3.0F * small.x);
    EXPECT_GT(large.y, 2.0F * words.y);
    frame(60);
    ASSERT_TRUE(shown());
    EXPECT_FLOAT_EQ(shown()->Size.x, large.x);
    EXPECT_FLOAT_EQ(shown()->Size.y, large.y);
}

TEST_F(ShownTooltip, MovesAboveAMessage) {
    frame(60);
    frame(60);
    ASSERT_TRUE(shown());
    const ImVec2 corner = shown()->Pos;
    const double end = static_cast<double>(corner.y + shown()->Size.y);
    const ViewArea below_it{0, end + 1.0, 1280, 30};
    frame(60, below_it);
    EXPECT_EQ(shown()->Pos.y, corner.y);
    const ViewArea behind_it{0, end - 10.0, 1280, 30};
    frame(60, behind_it);
    ASSERT_TRUE(shown());
    EXPECT_LE(static_cast<double>(shown()->Pos.y + shown()->Size.y), behind_it.y);
    frame(60);
    EXPECT_EQ(shown()->Pos.y, corner.y) << "the message has gone";
}

TEST_F(ShownTooltip, IsHiddenByUndoUntilTheMouseMoves) {
    frame(20);
    frame(20);
    ASSERT_TRUE(shown());
    press_control_z();
    frame(20);
    EXPECT_FALSE(shown());
    release_keys();
    for (int i = 0; i < 30; ++i) {
        frame(20);
        EXPECT_FALSE(shown()) << "the mouse rests";
    }
    frame(21);
    EXPECT_TRUE(shown());
}

} // namespace
} // namespace limber::app
