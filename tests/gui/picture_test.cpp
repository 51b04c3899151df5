#include "app/rendering/data_folder.h"
#include "app/rendering/renderer.h"
#include "app/window/offscreen_context.h"
#include "tests/gui/drawn_bodies.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace limber::testing {
namespace {

using namespace limber::app;

constexpr int width = 640;
constexpr int height = 360;

class Picture : public ::testing::Test {
protected:
    void SetUp() override {
        auto made = OffscreenContext::create();
        ASSERT_TRUE(made) << sentence(made.error());
        context_ = std::make_unique<OffscreenContext>(std::move(made).value());
        auto renderer = Renderer::create(data_folder("shaders").value());
        ASSERT_TRUE(renderer) << sentence(renderer.error());
        renderer_ = std::make_unique<Renderer>(std::move(renderer).value());
        handle_ = renderer_->upload(mesh_).value();
    }

    DrawItem item() const {
        return {.mesh = handle_, .maps = rest_maps(mesh_)};
    }

    View view(std::vector<DrawItem> items) const {
        View view;
        view.rect = {0, 0, width, height};
        view.focus = {{0.0F, 0.45F, 0.0F}, 1.2F};
        view.camera.eye = {1.0F, 1.6F, 4.0F};
        view.camera = framed(view.camera, static_cast<float>(width) / height, view.focus.centre, view.focus.radius);
        view.items = std::move(items);
        return view;
    }

    Image capture(const View& view) {
        auto image = renderer_->capture({.views = {view}}, width, height);
        EXPECT_TRUE(image) << sentence(image.error());
        keep(image.value());
        return image.value();
    }

    // Pictures to look at, where someone asks for them.
    static void keep(const Image& image) {
        const char* folder = std::getenv("LIMBER_PICTURES");
        if (folder == nullptr) {
            return;
        }
        static int count = 0;
        const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
        const auto written =
            write_png(image, std::filesystem::path(folder) / (test + std::to_string(count++) + ".png"));
        EXPECT_TRUE(written);
    }

    DrawnMesh mesh_ = torus(96, 48, 3, 4);
    std::unique_ptr<OffscreenContext> context_;
    std::unique_ptr<Renderer> renderer_;
    MeshHandle handle_;
};

TEST_F(Picture, IsTheSameForTheSameList) {
    const View one = view({item()});
    EXPECT_EQ(capture(one).rgb, capture(one).rgb);
}

} // namespace
} // namespace limber::testing
