// SPDX-License-Identifier: MIT
#include "app/panels/plot.h"

#include <gtest/gtest.h>
#include <imgui.h>

namespace limber::app {
namespace {

// An ImGui frame without a window.
class FilledBar : public ::testing::Test {
protected:
    FilledBar() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(1280, 720);
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        ImGui::NewFrame();
        ImGui::SetNextWindowSize(ImVec2(380, 120));
        ImGui::Begin("working");
    }
    ~FilledBar() override {
        ImGui::End();
        ImGui::EndFrame();
        ImGui::DestroyContext();
    }
};

TEST_F(FilledBar, ShowsTextThatFits) {
    EXPECT_EQ(filled_bar(0.3, "clusters"), "clusters");
}

TEST_F(FilledBar, TruncatesLongTextAtTheEnd) {
    const std::string words = "making Wanda the whale, making Dora the dolphin, and making Angus the angler fish";
    const std::string shown = filled_bar(0.3, words);
    EXPECT_LE(ImGui::CalcTextSize(shown.c_str()).x, ImGui::GetContentRegionAvail().x);
    EXPECT_TRUE(shown.starts_with("making Wanda the whale")) << shown;
    EXPECT_TRUE(shown.ends_with("...")) << shown;
}

TEST_F(FilledBar, ShowsThePhaseOfAComputation) {
    EXPECT_EQ(progress_bar({"growing the muscles", 0.3}), "growing the muscles");
    EXPECT_EQ(progress_bar({}), "starting");
}

} // namespace
} // namespace limber::app
