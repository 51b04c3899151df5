// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"
#include "app/character_skin/skin.h"
#include "app/character_skin/tet_body.h"
#include "app/document/character_file.h"
#include "app/platform_paths/data_folder.h"
#include "app/rendering/renderer.h"
#include "app/view/value_colours.h"
#include "app/window/offscreen_context.h"
#include "engine/mesh/topology.h"
#include "tests/gui/drawn_bodies.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace limber::testing {
namespace {

using namespace limber::app;

constexpr int tets_width = 480;
constexpr int tets_height = 360;

class TetDrawingTest : public ::testing::Test {
protected:
    void SetUp() override {
        auto made = OffscreenContext::create();
        ASSERT_TRUE(made) << sentence(made.error());
        context_ = std::make_unique<OffscreenContext>(std::move(made).value());
        auto renderer = Renderer::create(data_folder("shaders").value());
        ASSERT_TRUE(renderer) << sentence(renderer.error());
        renderer_ = std::make_unique<Renderer>(std::move(renderer).value());
        body_ = tet_body(*character_);
        handle_ = renderer_->begin_upload(body_.skin, body_.tets).value();
        while (!renderer_->send_more(handle_, 5000)) { // in parts
        }
    }

    // Every bone has this map, every mode zero.
    DrawItem item(MeshHandle mesh, const SkinGeometry& skin, const std::vector<float>& map) const {
        DrawItem item{.mesh = mesh, .casts_shadow = false};
        for (int bone = 0; bone < skin.bone_count; ++bone) {
            item.maps.bones.insert(item.maps.bones.end(), map.begin(), map.end());
        }
        item.maps.modes.assign(12 * static_cast<std::size_t>(skin.mode_count), 0.0F);
        return item;
    }
    DrawItem tets(const TetDrawing& drawing, const std::vector<float>& map = identity) const {
        DrawItem drawn = item(handle_, *body_.skin, map);
        drawn.tets = drawing;
        return drawn;
    }
    Image capture(std::vector<DrawItem> items) {
        const BoundingBox box = bounding_box(character_->mesh.X);
        View view;
        view.rect = {0, 0, tets_width, tets_height};
        view.ground.visible = false;
        const Vec3 centre = 0.5 * (box.low + box.high);
        view.focus = {{static_cast<float>(centre.x()), static_cast<float>(centre.y()), static_cast<float>(centre.z())},
                      0.6F * static_cast<float>(box.diagonal())};
        view.camera.eye = view.focus.centre + view.focus.radius * glm::vec3(2.0F, 1.2F, 3.0F);
        view.camera =
            framed(view.camera, static_cast<float>(tets_width) / tets_height, view.focus.centre, view.focus.radius);
        view.items = std::move(items);
        auto image = renderer_->capture({.views = {view}}, tets_width, tets_height);
        EXPECT_TRUE(image);
        if (const char* folder = std::getenv("LIMBER_PICTURES")) {
            static int count = 0;
            EXPECT_TRUE(write_png(image.value(), std::string(folder) + "/tets" + std::to_string(count++) + ".png"));
        }
        return image.value();
    }
    // Every vertex has this share of the strongest value.
    DrawItem valued(float share, TetDrawing drawing, const std::vector<float>& map = identity) const {
        drawing.strongest = 1.0F;
        drawing.values =
            std::make_shared<const std::vector<float>>(static_cast<std::size_t>(character_->vertex_count()), share);
        DrawItem item = tets(drawing, map);
        item.paint = Paint::scalar;
        return item;
    }
    // A mesh of the boundary of the tets whose centres lie below the plane, by brute force.
    MeshHandle cut_by_brute_force(int axis, double offset) {
        const TetMesh& mesh = character_->mesh;
        std::vector<int> kept;
        for (Index t = 0; t < mesh.T.rows(); ++t) {
            double centre = 0.0;
            for (Index k = 0; k < 4; ++k) {
                centre += mesh.X(mesh.T(t, k), axis) / 4.0;
            }
            if (centre <= offset) {
                kept.push_back(static_cast<int>(t));
            }
        }
        EXPECT_GT(kept.size(), 0u);
        EXPECT_LT(kept.size(), static_cast<std::size_t>(mesh.T.rows()));
        const Triangles F = boundary_triangles(mesh.T(kept, Eigen::all));
        DrawnMesh drawn;
        drawn.vertex_count = static_cast<int>(mesh.X.rows());
        drawn.bone_count = 1;
        drawn.rig_weights.assign(static_cast<std::size_t>(drawn.vertex_count), 1.0F);
        for (Index i = 0; i < mesh.X.size(); ++i) {
            drawn.positions.push_back(static_cast<float>(mesh.X.data()[i]));
        }
        for (Index i = 0; i < F.size(); ++i) {
            drawn.triangles.push_back(static_cast<std::uint32_t>(F.data()[i]));
        }
        return renderer_->upload(drawn).value();
    }

    inline static const std::vector<float> identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    ScratchFolder folder_;
    CharacterPtr character_ = build_character(read_scene(write_small_scene(folder_)).value().value, nullptr,
                                              Stage::mesh, nullptr, {}, Purpose::window)
                                  .value();
    TetBody body_;
    std::unique_ptr<OffscreenContext> context_;
    std::unique_ptr<Renderer> renderer_;
    MeshHandle handle_;
};

int largest_difference(const Image& a, const Image& b, std::size_t pixel) {
    int largest = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        largest = std::max(largest, std::abs(int{a.rgb[3 * pixel + c]} - int{b.rgb[3 * pixel + c]}));
    }
    return largest;
}

// The pixels that differ by more than the tolerance.
int differing(const Image& a, const Image& b, int tolerance) {
    int count = 0;
    for (std::size_t pixel = 0; pixel < a.rgb.size() / 3; ++pixel) {
        count += largest_difference(a, b, pixel) > tolerance ? 1 : 0;
    }
    return count;
}

// The least and the greatest ratio of a pixel's channels to those of a colour.
std::pair<float, float> brightness(const Image& image, std::size_t pixel, const std::array<float, 3>& colour) {
    std::array<float, 3> ratios{};
    for (std::size_t c = 0; c < 3; ++c) {
        ratios[c] = static_cast<float>(image.rgb[3 * pixel + c]) / (255.0F * colour[c]);
    }
    const auto [least, greatest] = std::ranges::minmax(ratios);
    return {least, greatest};
}

TEST_F(TetDrawingTest, WithoutACutItIsTheSkin) {
    const MeshHandle skin = renderer_->begin_upload(character_->skin->geometry).value();
    while (!renderer_->send_more(skin, 1 << 20)) {
    }
    const Image plain = capture({item(skin, *character_->skin->geometry, identity)});
    EXPECT_EQ(differing(plain, capture({tets({})}), 2), 0);
}

// Covers the same pixels as a mesh of the kept tets alone, and casts the same shadow on itself or elsewhere.
TEST_F(TetDrawingTest, ACutShowsTheKeptTets) {
    const Image empty = capture({});
    const BoundingBox box = bounding_box(character_->mesh.X);
    for (int axis = 0; axis < 3; ++axis) {
        const double offset = 0.5 * (box.low(axis) + box.high(axis));
        TetDrawing drawing;
        drawing.cut.normal[static_cast<std::size_t>(axis)] = 1.0F;
        drawing.cut.offset = static_cast<float>(offset);
        const Image cut = capture({tets(drawing)});
        DrawItem kept{.mesh = cut_by_brute_force(axis, offset), .casts_shadow = false};
        kept.maps.bones = identity;
        const Image expected = capture({kept});
        int wrong = 0;
        int covered = 0;
        for (std::size_t pixel = 0; pixel < cut.rgb.size() / 3; ++pixel) {
            const bool is_covered = largest_difference(expected, empty, pixel) > 12;
            covered += is_covered ? 1 : 0;
            wrong += is_covered != (largest_difference(cut, empty, pixel) > 12) ? 1 : 0;
        }
        EXPECT_GT(covered, 2000);
        EXPECT_LT(wrong, covered / 100) << axis;
    }
}

// A stretch of the whole body gives every tet one strain, whose colour is known.
TEST_F(TetDrawingTest, StrainAndStressHaveTheColoursOfTheirValues) {
    const float stretch = 1.2F;
    const std::vector<float> map{1, 0, 0, 0, 0, stretch, 0, 0, 0, 0, 1, 0};
    const double E = 0.5 * (double{stretch} * double{stretch} - 1.0); // the only component
    const double strain = 2.0 / 3.0 * E;
    DrawItem painted = tets({.strongest = static_cast<float>(2.0 * strain)}, map);
    painted.paint = Paint::strain;
    const Image shown = capture({painted});
    const Image expected = capture({valued(0.5F, {}, map)});
    EXPECT_LT(differing(shown, expected, 4), 20);
    const double mu = static_cast<double>(body_.tets->at_rest.front().shear_modulus);
    painted.paint = Paint::stress;
    painted.tets->strongest = static_cast<float>(2.0 * 3.0 * 1.5 * mu * strain);
    painted.tets->stiffness = 1.5F;
    EXPECT_LT(differing(capture({painted}), expected, 4), 20);
}

// Values of vertices colour the cut too, as a strain of the same share does.
TEST_F(TetDrawingTest, ValuesOfVerticesHaveTheirColours) {
    const float stretch = 1.2F;
    const std::vector<float> map{1, 0, 0, 0, 0, stretch, 0, 0, 0, 0, 1, 0};
    const double strain = 2.0 / 3.0 * 0.5 * (double{stretch} * double{stretch} - 1.0);
    const BoundingBox box = bounding_box(character_->mesh.X);
    TetDrawing drawing{.strongest = static_cast<float>(2.0 * strain)};
    drawing.cut.normal = {1.0F, 0.0F, 0.0F};
    drawing.cut.offset = static_cast<float>(0.5 * (box.low(0) + box.high(0)));
    DrawItem strained = tets(drawing, map);
    strained.paint = Paint::strain;
    std::vector<float> values(static_cast<std::size_t>(character_->vertex_count()), static_cast<float>(strain));
    const auto valued = [&] {
        DrawItem item = tets(drawing, map);
        item.paint = Paint::scalar;
        item.tets->values = std::make_shared<const std::vector<float>>(values);
        return item;
    };
    const Image uniform = capture({valued()});
    EXPECT_LT(differing(capture({strained}), uniform, 4), 20);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] *= character_->mesh.X(static_cast<Index>(i), 1) > box.low(1) ? 0.0F : 1.0F;
    }
    EXPECT_GT(differing(capture({valued()}), uniform, 12), 500) << "each vertex has its own";
    DrawItem plain = tets(drawing, map);
    const Image flesh = capture({plain});
    plain.paint = Paint::scalar;
    EXPECT_EQ(differing(capture({plain}), flesh, 0), 0) << "without values it is flesh";
}

// Almost flat inside, shaded a little outside, and never lighter than the legend.
TEST_F(TetDrawingTest, ValuesHaveTheColoursOfTheLegendInLightAndInACut) {
    const BoundingBox box = bounding_box(character_->mesh.X);
    TetDrawing cut;
    cut.cut.normal = {1.0F, 0.0F, 0.0F};
    cut.cut.offset = static_cast<float>(0.5 * (box.low(0) + box.high(0)));
    const Image empty = capture({});
    for (const TetDrawing& drawing : {TetDrawing{}, cut}) {
        for (const float share : {0.0F, 0.5F, 1.0F}) {
            const Image shown = capture({valued(share, drawing)});
            int covered = 0;
            int readable = 0;
            int burnt = 0;
            for (std::size_t pixel = 0; pixel < shown.rgb.size() / 3; ++pixel) {
                if (largest_difference(shown, empty, pixel) <= 12) {
                    continue;
                }
                ++covered;
                const auto [darkest, lightest] = brightness(shown, pixel, value_colour(share));
                readable += darkest > 0.72F ? 1 : 0;
                burnt += lightest > 1.03F ? 1 : 0;
            }
            EXPECT_GT(covered, 2000) << share;
            EXPECT_GT(readable, 95 * covered / 100) << share;
            EXPECT_LT(burnt, 5 * covered / 100) << share; // the edges of the body, mixed with the background
        }
    }
}

// As for bodies in full space: the vertices come from the processor, and the tets are cut and painted as with maps.
TEST_F(TetDrawingTest, DeformedVerticesAreCutAndPaintedLikeMaps) {
    const float stretch = 1.3F;
    DeformedSkin skin;
    std::vector<float> positions;
    for (Index i = 0; i < character_->vertex_count(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            positions.push_back((axis == 1 ? stretch : 1.0F) * static_cast<float>(character_->mesh.X(i, axis)));
        }
    }
    const Triangles& F = character_->boundary;
    skin.vertices = deformed_vertices(positions, std::vector<std::uint32_t>(F.data(), F.data() + F.size()));
    const BoundingBox box = bounding_box(character_->mesh.X);
    TetDrawing drawing{.strongest = 0.5F, .stiffness = 1.0F};
    drawing.cut.normal = {1.0F, 0.0F, 0.0F};
    drawing.cut.offset = static_cast<float>(0.5 * (box.low(0) + box.high(0)));
    for (const Paint paint : {Paint::flesh, Paint::strain}) {
        DrawItem of_maps = tets(drawing, {1, 0, 0, 0, 0, stretch, 0, 0, 0, 0, 1, 0});
        DrawItem of_vertices{.mesh = handle_, .casts_shadow = false};
        of_vertices.deformed = std::make_shared<const DeformedSkin>(skin);
        of_vertices.tets = drawing;
        of_maps.paint = of_vertices.paint = paint;
        const Image expected = capture({of_maps});
        EXPECT_GT(differing(expected, capture({}), 12), 2000);
        EXPECT_LT(differing(expected, capture({of_vertices}), 6), 20);
    }
}

TEST_F(TetDrawingTest, StrainIsZeroAfterARotation) {
    const std::vector<float> turned{0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0};
    DrawItem painted = tets({.strongest = 0.01F}, turned);
    painted.paint = Paint::strain;
    EXPECT_EQ(differing(capture({painted}), capture({valued(0.0F, {}, turned)}), 3), 0);
}

} // namespace
} // namespace limber::testing
