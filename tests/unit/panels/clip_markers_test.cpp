// SPDX-License-Identifier: MIT
#include "app/panels/clip_markers.h"
#include "app/panels/slider.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

constexpr double duration = 2.0; // [s]

/// The row of marks, 800 pixels wide, and a mouse.
class ClipMarkers : public ::testing::Test {
protected:
    static PoseKeys keys_at(std::vector<double> times) {
        std::vector<PoseKey> keys;
        for (const double time : times) {
            keys.push_back({});
            keys.back().time = time;
        }
        return PoseKeys(std::move(keys));
    }

    static std::vector<double> times_of(const PoseKeys& keys) {
        std::vector<double> times;
        for (const PoseKey& key : keys.all()) {
            times.push_back(key.time);
        }
        return times;
    }

    void frame() {
        PanelContext context{ui_state_,        document_,   draft_.character, draft_.view,
                             draft_.selection, unfinished_, commands_};
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(800, 100));
        ImGui::Begin("Window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        low_ = ImGui::GetCursorScreenPos();
        width_ = ImGui::GetContentRegionAvail().x;
        clip_markers(context, duration);
        ImGui::End();
        ImGui::EndFrame();
    }

    void hold_at(double time) {
        ImGui::GetIO().MousePos = ImVec2(slider_mark(low_.x, low_.x + width_, time / duration), low_.y + 3.0F);
        frame();
    }

    void press_at(double time) {
        frame();
        hold_at(time);
        ImGui::GetIO().MouseDown[0] = true;
        frame();
    }

    void release() {
        ImGui::GetIO().MouseDown[0] = false;
        frame();
    }

    PoseKeys& keys() {
        return draft_.character.controls.keys;
    }

private:
    testing::ImGuiFrames frames_{800.0F, 100.0F};
    UiState ui_state_;
    Document document_;
    PanelDraft draft_;
    Unfinished unfinished_;
    Commands commands_;
    ImVec2 low_;
    float width_ = 0.0F;
};

TEST_F(ClipMarkers, AreDraggedPastOthers) {
    keys() = keys_at({0.5, 1.0, 1.5});
    press_at(0.5);
    hold_at(0.8);
    hold_at(1.25);
    release();
    const std::vector<double> times = times_of(keys());
    ASSERT_EQ(times.size(), 3U);
    EXPECT_EQ(times[0], 1.0);
    EXPECT_NEAR(times[1], 1.25, 0.01);
    EXPECT_EQ(times[2], 1.5);
}

TEST_F(ClipMarkers, OfAnotherCharacterAreNotDraggedByAHeldButton) {
    keys() = keys_at({0.5, 1.0});
    press_at(0.5);
    hold_at(0.8);
    keys() = keys_at({0.7, 1.2, 1.9});
    hold_at(0.9);
    hold_at(1.6);
    EXPECT_EQ(times_of(keys()), (std::vector<double>{0.7, 1.2, 1.9}));
    release();
    press_at(1.2);
    hold_at(1.5);
    release();
    EXPECT_NEAR(times_of(keys())[1], 1.5, 0.01);
}

} // namespace
} // namespace limber::app
