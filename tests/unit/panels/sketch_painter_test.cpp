// SPDX-License-Identifier: MIT
#include "app/panels/sketch_painter.h"
#include "tests/unit/panels/imgui_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace limber::app {
namespace {

struct PaintedBounds {
    float left = std::numeric_limits<float>::max();
    float top = std::numeric_limits<float>::max();
    float right = std::numeric_limits<float>::lowest();
    float bottom = std::numeric_limits<float>::lowest();
};

class PaintedLegend : public ::testing::Test {
protected:
    PaintedLegend() {
        ImGui::NewFrame();
        sketch.legend = Legend{{{1, 1, 1, 1}, {1, 0.5F, 0.5F, 1}, {1, 0, 0, 1}}, "distance 0 to 5 % and more"};
    }
    ~PaintedLegend() override {
        ImGui::EndFrame();
    }
    // Of what has been painted since vertex `first`.
    static PaintedBounds bounds_from(int first) {
        PaintedBounds bounds;
        const ImVector<ImDrawVert>& vertices = ImGui::GetBackgroundDrawList()->VtxBuffer;
        for (int i = first; i < vertices.Size; ++i) {
            bounds.left = std::min(bounds.left, vertices[i].pos.x);
            bounds.top = std::min(bounds.top, vertices[i].pos.y);
            bounds.right = std::max(bounds.right, vertices[i].pos.x);
            bounds.bottom = std::max(bounds.bottom, vertices[i].pos.y);
        }
        return bounds;
    }

    limber::testing::ImGuiFrames frames{1280, 720};
    ViewArea view{318, 0, 962, 578};
    Sketch sketch;
};

TEST_F(PaintedLegend, IsInTheLowerLeftCornerOfWhatMessagesLeaveClear) {
    for (const double height : {578.0, 500.0}) {
        const int first = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
        paint(sketch, view, {318, 0, 962, height});
        const PaintedBounds bounds = bounds_from(first);
        EXPECT_GT(bounds.left, 318.0F);
        EXPECT_LT(bounds.left, 338.0F);
        EXPECT_LT(bounds.right, 318.0F + 0.3F * 962.0F);
        EXPECT_LT(bounds.bottom, static_cast<float>(height));
        EXPECT_GT(bounds.bottom, static_cast<float>(height) - 20.0F);
        EXPECT_GT(bounds.top, static_cast<float>(height) - 80.0F);
    }
}

// Of bodies that are compared: the more messages there are, the more of the view they cover.
TEST_F(PaintedLegend, InARowIsAboveTheMessages) {
    sketch.legend->row = ViewArea{318, 552, 962, 26};
    for (const double height : {578.0, 560.0, 500.0}) {
        const int first = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
        paint(sketch, view, {318, 0, 962, height});
        const PaintedBounds bounds = bounds_from(first);
        EXPECT_FLOAT_EQ(bounds.bottom, static_cast<float>(height));
        EXPECT_FLOAT_EQ(bounds.top, static_cast<float>(height) - 26.0F);
    }
}

TEST_F(PaintedLegend, IsNotCoveredByALabel) {
    paint(sketch, view, view);
    const int legend = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
    const float top = bounds_from(0).top;
    sketch.labels.push_back({Pixel(400, 570), "Cluster 3"});
    paint(sketch, view, view);
    EXPECT_LE(bounds_from(2 * legend).bottom, top);
}

} // namespace
} // namespace limber::app
