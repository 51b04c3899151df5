// SPDX-License-Identifier: MIT
#include "app/platform_paths/data_folder.h"
#include "app/rendering/renderer.h"
#include "app/window/imgui_layer.h"
#include "app/window/window.h"
#include "tests/gui/drawn_bodies.h"

#include <gtest/gtest.h>
#include <imgui.h>

/// The real window on a virtual display, which with_display.sh starts.
namespace limber::testing {
namespace {

using namespace limber::app;

class OnDisplay : public ::testing::Test {
protected:
    void SetUp() override {
        auto window = Window::create({.title = "Limber test", .width = 640, .height = 360, .wait_for_display = false});
        ASSERT_TRUE(window) << sentence(window.error());
        window_ = std::make_unique<Window>(std::move(window).value());
    }
    std::unique_ptr<Window> window_;
};

TEST_F(OnDisplay, WindowHasTheRequestedSize) {
    EXPECT_EQ(window_->size(), (PixelSize{640, 360}));
    EXPECT_GT(window_->content_scale(), 0.0F);
    EXPECT_FALSE(window_->should_close());
    window_->set_should_close(true);
    EXPECT_TRUE(window_->should_close());
}

TEST_F(OnDisplay, ClipboardReturnsTheTextThatWasSet) {
    window_->set_clipboard("0.35 kPa");
    EXPECT_EQ(window_->clipboard(), "0.35 kPa");
}

TEST_F(OnDisplay, WindowShowsTheOffScreenPictureWithPanelsOnTop) {
    auto made = Renderer::create(data_folder("shaders").value());
    ASSERT_TRUE(made) << sentence(made.error());
    Renderer renderer = std::move(made).value();
    auto layer = ImGuiLayer::create(window_->content_scale());
    ASSERT_TRUE(layer) << sentence(layer.error());
    ImGuiLayer panels = std::move(layer).value();
    const DrawnMesh mesh = torus(48, 24, 1, 2);
    View view{.rect = {0, 0, 640, 360}, .focus = {{0.0F, 0.45F, 0.0F}, 1.2F}};
    view.items = {{.mesh = renderer.upload(mesh).value(), .maps = rest_maps(mesh)}};
    const Image expected = renderer.capture({.views = {view}}, 640, 360).value();

    panels.begin_frame(window_->poll(), {window_->size(), window_->framebuffer_size(), 0.016});
    ImGui::SetNextWindowPos({10, 10});
    ImGui::SetNextWindowSize({150, 100});
    ImGui::Begin("panel");
    ImGui::End();
    renderer.draw({.views = {view}}, 640, 360);
    panels.end_frame();
    const Image shown = read_window_pixels(640, 360);
    window_->present();

    int right_half_differs = 0;
    for (int y = 0; y < 360; ++y) {
        for (int x = 320; x < 640; ++x) {
            right_half_differs += std::abs(int{*shown.at(x, y)} - int{*expected.at(x, y)}) > 2 ? 1 : 0;
        }
    }
    EXPECT_EQ(right_half_differs, 0);
    EXPECT_GT(std::abs(int{*shown.at(60, 90)} - int{*expected.at(60, 90)}), 2) << "the panel";
}

TEST_F(OnDisplay, CoarsePictureHasOneSampleForASquareOfPixels) {
    constexpr int coarseness = 3; // divides neither side of the window
    const DrawnMesh mesh = torus(48, 24, 1, 2);
    View view{.rect = {0, 0, 640, 360}, .focus = {{0.0F, 0.45F, 0.0F}, 1.2F}};
    Renderer fine = Renderer::create(data_folder("shaders").value(), {.samples = 1}).value();
    Renderer coarse = Renderer::create(data_folder("shaders").value(), {.coarseness = coarseness}).value();
    view.items = {{.mesh = fine.upload(mesh).value(), .maps = rest_maps(mesh)}};
    const Image expected = fine.capture({.views = {view}}, 640, 360).value();
    view.items.front().mesh = coarse.upload(mesh).value();
    coarse.draw({.views = {view}}, 640, 360);
    const Image shown = read_window_pixels(640, 360);
    window_->present();

    int differ_in_square = 0;
    int differ_from_fine = 0;
    for (int y = 0; y < 360; ++y) {
        for (int x = 0; x < 640; ++x) {
            differ_in_square += *shown.at(x, y) != *shown.at(x - x % coarseness, y) ? 1 : 0;
            differ_from_fine += std::abs(int{*shown.at(x, y)} - int{*expected.at(x, y)}) > 12 ? 1 : 0;
        }
    }
    EXPECT_EQ(differ_in_square, 0);
    EXPECT_LT(differ_from_fine, 8000) << "only pixels at the silhouette differ, of 230400";
    const Image captured = coarse.capture({.views = {view}}, 640, 360).value();
    EXPECT_EQ(captured.rgb, expected.rgb) << "a saved picture has all pixels";
}

} // namespace
} // namespace limber::testing
