// SPDX-License-Identifier: MIT
#include "app/panels/fitting.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace limber::app {
namespace {

using Lines = std::vector<std::string>;

class FactLines : public ::testing::Test {
protected:
    FactLines() {
        ImGui::NewFrame();
    }
    ~FactLines() override {
        ImGui::EndFrame();
    }
    static float width_of(const std::string& text) {
        return ImGui::CalcTextSize(text.c_str()).x;
    }

    testing::ImGuiFrames frames_{1280.0F, 720.0F};
};

TEST_F(FactLines, AreOneWhereBothFit) {
    const std::string both = "48 displacements, 100 clusters";
    EXPECT_EQ(fact_lines("48 displacements", "100 clusters", width_of(both)), Lines{both});
}

TEST_F(FactLines, AreTwoInsteadOfShortenedText) {
    const std::string both = "48 displacements, 100 clusters";
    EXPECT_EQ(fact_lines("48 displacements", "100 clusters", width_of(both) - 1.0F),
              (Lines{"48 displacements,", "100 clusters"}));
}

} // namespace
} // namespace limber::app
