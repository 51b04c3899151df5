// SPDX-License-Identifier: MIT
#include "app/document/number_limits.h"
#include "app/panels/numbers.h"
#include "app/panels/slider.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace limber::app {
namespace {

/// ImGui without a window: one row, on which Ctrl+click begins to type.
class TypedNumber : public ::testing::Test {
protected:
    TypedNumber() {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(400, 100);
        io.IniFilename = nullptr;
        for (int key = 0; key < ImGuiKey_COUNT; ++key) {
            io.KeyMap[key] = key;
        }
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    ~TypedNumber() override {
        ImGui::DestroyContext(context);
    }

    using Widget = std::function<void()>;

    static void frame(const Widget& widget) {
        ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(400, 100));
        ImGui::Begin("Window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        widget();
        double other = 0.25; // drawn in each frame, not edited
        edit({"Other", "%.2f", "Another number", 0.0, 1.0, 0.0}, other);
        EXPECT_DOUBLE_EQ(other, 0.25);
        ImGui::End();
        ImGui::EndFrame();
    }

    static void type(const Widget& widget, const std::string& text) {
        ImGuiIO& io = ImGui::GetIO();
        frame(widget);
        io.MousePos = ImVec2(250, 18);
        io.KeyCtrl = true;
        frame(widget);
        io.MouseDown[0] = true;
        frame(widget);
        io.MouseDown[0] = false;
        io.KeyCtrl = false;
        frame(widget);
        for (const char c : text) {
            io.AddInputCharacter(static_cast<unsigned int>(c));
            frame(widget);
        }
        io.KeysDown[ImGuiKey_Enter] = true;
        frame(widget);
        io.KeysDown[ImGuiKey_Enter] = false;
        frame(widget);
    }

    ImGuiContext* context = ImGui::CreateContext();
    Number number{"Move x", "%.3f m", "Moves the whole rig", -2.0, 2.0, 0.0};
};

// No upright edge of the fill, which has one colour, crosses the line of digits.
TEST_F(TypedNumber, IsNotDividedByTheFillBehindIt) {
    int filled = 0;
    for (const double high : {1010.0, 1050.0, 1100.0, 1150.0, 1200.0, 1300.0, 2000.0}) {
        frame([&] {
            double value = 1000.0;
            ImGui::SetNextItemWidth(200.0F);
            const ImDrawList& ink = *ImGui::GetWindowDrawList();
            const int first = ink.IdxBuffer.Size;
            slider("##density", value, 0.0, high, "%.0f kg/m^3", ImGuiSliderFlags_None);
            const float right = ImGui::GetItemRectMax().x - 0.5F * ImGui::GetFontSize();
            const float left = right - ImGui::CalcTextSize("1000 kg/m^3").x;
            const float middle = 0.5F * (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y);
            const ImU32 fill = ImGui::GetColorU32(ImGuiCol_SliderGrab, 0.45F);
            for (int i = first; i < ink.IdxBuffer.Size; ++i) {
                const int next = i % 3 == 2 ? i - 2 : i + 1; // of the same triangle
                const ImDrawVert& from = ink.VtxBuffer[ink.IdxBuffer[i]];
                const ImDrawVert& to = ink.VtxBuffer[ink.IdxBuffer[next]];
                const bool is_fill = from.col == fill && to.col == fill;
                const bool is_upright = std::abs(from.pos.x - to.pos.x) < 0.01F;
                const bool is_in_number = from.pos.x > left + 0.5F && from.pos.x < right - 0.5F;
                filled += is_fill ? 1 : 0;
                EXPECT_FALSE(is_fill && is_upright && is_in_number &&
                             (from.pos.y - middle) * (to.pos.y - middle) < 0.0F)
                    << high;
            }
        });
    }
    EXPECT_GT(filled, 0);
}

TEST_F(TypedNumber, IsAcceptedInsideTheRange) {
    double value = 0.5;
    type([&] { edit(number, value); }, "1.25");
    EXPECT_DOUBLE_EQ(value, 1.25);
    type([&] { edit(number, value); }, "7");
    EXPECT_DOUBLE_EQ(value, 2.0);
}

TEST_F(TypedNumber, IfNotFiniteKeepsTheValue) {
    for (const double start : {0.0, 0.5}) {
        for (const std::string text : {"*1e999", "1e999", "-1e999", "/0", "nan", "inf", "+1e999"}) {
            double value = start;
            type(
                [&] {
                    edit(number, value);
                    ASSERT_TRUE(std::isfinite(value)) << text;
                },
                text);
            EXPECT_DOUBLE_EQ(value, start) << text;
        }
    }
}

TEST_F(TypedNumber, MayHaveAUnit) {
    Number stiffness{"Young's modulus", "%.0f kPa", "How stiff", 1e3, 1e7, 1e5, 1e3};
    double value = 1e5;
    type([&] { edit(stiffness, value); }, "3 MPa");
    EXPECT_DOUBLE_EQ(value, 3e6);
    type([&] { edit(stiffness, value); }, "3 kg");
    EXPECT_DOUBLE_EQ(value, 3e6);
    type([&] { edit(stiffness, value); }, "2e6Pa");
    EXPECT_DOUBLE_EQ(value, 2e6);
    type([&] { edit(stiffness, value); }, "/4");
    EXPECT_DOUBLE_EQ(value, 5e5);
    double place = 0.5;
    type([&] { edit(number, place); }, "-0,25");
    EXPECT_DOUBLE_EQ(place, -0.25);
    type([&] { edit(number, place); }, "40 cm");
    EXPECT_DOUBLE_EQ(place, 0.4);
}

TEST_F(TypedNumber, IfNotFiniteKeepsACount) {
    Number count{"Modes", "%d", "How many", 1.0, 60.0, 8.0};
    int value = 8;
    type([&] { edit(count, value); }, "*1e999");
    EXPECT_EQ(value, 8);
}

TEST_F(TypedNumber, SupportsARangeThatOverflows) {
    constexpr double most = std::numeric_limits<double>::max();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double end : {1e300, most, infinite, std::nan("")}) {
        double value = 0.5;
        frame([&] { slider("##value", value, -end, end, "%.3f"); });
        EXPECT_DOUBLE_EQ(value, 0.5) << end;
        float single = 0.5F;
        frame([&] { slider("##single", single, -static_cast<float>(end), static_cast<float>(end), "%.3f"); });
        EXPECT_FLOAT_EQ(single, 0.5F) << end;
    }
}

// As the sentence in the timeline. Each letter that is drawn has four corners.
TEST(Slider, WritesALongTextWhole) {
    const testing::ImGuiFrames frames(1280.0F, 720.0F);
    const auto corners = [](std::size_t letters) {
        const std::string text(letters, 'x');
        float value = 0.0F; // its mark is beside the text
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(1200, 100));
        ImGui::Begin("Window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::SetNextItemWidth(1100.0F);
        slider("##value", value, 0.0F, 1.0F, text.c_str());
        const int count = ImGui::GetWindowDrawList()->VtxBuffer.Size;
        ImGui::End();
        ImGui::EndFrame();
        return count;
    };
    const int few = corners(50);
    EXPECT_EQ(corners(100) - few, 4 * 50);
}

} // namespace
} // namespace limber::app
