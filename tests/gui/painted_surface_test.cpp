// SPDX-License-Identifier: MIT
#include "app/platform_paths/data_folder.h"
#include "app/rendering/renderer.h"
#include "app/window/offscreen_context.h"
#include "tests/gui/drawn_bodies.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>

/// Pictures on a skin, as the window's shaders draw them.
namespace limber::testing {
namespace {

using namespace limber::app;

constexpr int side = 200; // [pixel]
constexpr std::array<std::uint8_t, 4> red{230, 20, 20, 255};
constexpr std::array<std::uint8_t, 4> green{20, 200, 20, 255};
constexpr std::array<std::uint8_t, 4> blue{30, 30, 230, 255};
constexpr std::array<std::uint8_t, 4> clear{255, 255, 255, 0};

// Red and green above, blue and clear below.
Picture tiles() {
    constexpr int size = 64;
    Picture picture{size, size, {}};
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const auto& tile = y < size / 2 ? (x < size / 2 ? red : green) : (x < size / 2 ? blue : clear);
            picture.rgba.insert(picture.rgba.end(), tile.begin(), tile.end());
        }
    }
    return picture;
}

// A square of two metres around the origin that faces +z; the picture's places go from `from` to `to` over it.
SkinGeometry square(float from, float to, const SkinMaterial& material) {
    DrawnMesh mesh;
    mesh.positions = {-1, 1, 0, -1, -1, 0, 1, -1, 0, 1, 1, 0};
    mesh.triangles = {0, 1, 2, 0, 2, 3};
    mesh.rig_weights = {1, 1, 1, 1};
    mesh.vertex_count = 4;
    mesh.bone_count = 1;
    mesh.colours.assign(12, 1.0F);
    SkinGeometry skin = skin_geometry(mesh);
    SkinMaterials materials;
    materials.places = {{{from, from}, 0}, {{from, to}, 0}, {{to, to}, 0}, {{to, from}, 0}};
    materials.materials = {material};
    materials.pictures = std::make_shared<const PictureLayers>(picture_layers({tiles()}));
    skin.materials = std::make_shared<const SkinMaterials>(std::move(materials));
    return skin;
}

class PaintedSurface : public ::testing::Test {
protected:
    void SetUp() override {
        auto made = OffscreenContext::create();
        ASSERT_TRUE(made) << sentence(made.error());
        context_ = std::make_unique<OffscreenContext>(std::move(made).value());
        auto renderer = Renderer::create(data_folder("shaders").value());
        ASSERT_TRUE(renderer) << sentence(renderer.error());
        renderer_ = std::make_unique<Renderer>(std::move(renderer).value());
    }

    // The square fills the middle half of the picture.
    Image drawn(const SkinGeometry& skin, float eye_z = 8.0F) {
        DrawItem item;
        item.mesh = renderer_->upload(skin).value();
        item.maps.bones = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        item.casts_shadow = false;
        View view;
        view.rect = {0, 0, side, side};
        view.camera.eye = {0.0F, 0.0F, eye_z};
        view.camera.vertical_fov = 2.0F * std::atan(2.0F / 8.0F);
        view.focus = {{0.0F, 0.0F, 0.0F}, 1.5F};
        view.ground.visible = false;
        view.items = {item};
        auto image = renderer_->capture({.views = {view}}, side, side);
        EXPECT_TRUE(image) << sentence(image.error());
        return std::move(image).value();
    }

    // 'r', 'g', 'b' for the strongest channel at a point of the square, '.' for grey. u, v in [0, 1] from its top left.
    static char hue(const Image& image, double u, double v) {
        const auto pixel = [](double share) {
            return static_cast<int>(side * (0.25 + 0.5 * share));
        };
        const std::uint8_t* const rgb = image.at(pixel(u), pixel(v));
        const int most = std::max({rgb[0], rgb[1], rgb[2]});
        const int least = std::min({rgb[0], rgb[1], rgb[2]});
        return most - least < 40 ? '.' : most == rgb[0] ? 'r' : most == rgb[1] ? 'g' : 'b';
    }
    static std::string hues(const Image& image, std::initializer_list<std::pair<double, double>> points) {
        std::string text;
        for (const auto& [u, v] : points) {
            text += hue(image, u, v);
        }
        return text;
    }

    std::unique_ptr<OffscreenContext> context_;
    std::unique_ptr<Renderer> renderer_;
};

SkinMaterial pictured() {
    return {.layer = 0.0F, .least_opacity = 0.5F};
}

TEST_F(PaintedSurface, ShowsItsPictureAndNothingWhereThatIsClear) {
    const Image image = drawn(square(0, 1, pictured()));
    EXPECT_EQ(hues(image, {{0.25, 0.25}, {0.75, 0.25}, {0.25, 0.75}, {0.75, 0.75}}), "rgb.");
}

TEST_F(PaintedSurface, ShowsBothSides) {
    const Image behind = drawn(square(0, 1, pictured()), -8.0F);
    EXPECT_EQ(hues(behind, {{0.75, 0.25}, {0.25, 0.25}, {0.75, 0.75}, {0.25, 0.75}}), "rgb.");
}

TEST_F(PaintedSurface, RepeatsMirrorsAndHoldsItsPicture) {
    const auto upper_row = [&](float edge) {
        SkinMaterial material = pictured();
        material.edge_u = edge;
        material.edge_v = edge;
        return hues(drawn(square(0, 2, material)), {{0.125, 0.125}, {0.375, 0.125}, {0.625, 0.125}, {0.875, 0.125}});
    };
    EXPECT_EQ(upper_row(0.0F), "rgrg");
    EXPECT_EQ(upper_row(1.0F), "rggr");
    EXPECT_EQ(upper_row(2.0F), "rggg");
}

TEST_F(PaintedSurface, MultipliesThePictureByTheColourOfItsMaterial) {
    SkinMaterial material = pictured();
    material.colour = {0.0F, 1.0F, 1.0F, 1.0F};
    const Image image = drawn(square(0, 1, material));
    EXPECT_EQ(hue(image, 0.75, 0.25), 'g');
    EXPECT_LT(image.at(side * 3 / 8, side * 3 / 8)[0], 90); // the red is gone
}

TEST_F(PaintedSurface, IsUploadedInParts) {
    const SkinGeometry skin = square(0, 1, pictured());
    const auto handle = renderer_->begin_upload(std::make_shared<const SkinGeometry>(skin));
    ASSERT_TRUE(handle);
    int parts = 1;
    while (!renderer_->send_more(handle.value(), 1000)) {
        ++parts;
    }
    EXPECT_GT(parts, 15); // 64 x 64 pixels and their halves are 22 kB
}

} // namespace
} // namespace limber::testing
