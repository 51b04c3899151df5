// SPDX-License-Identifier: MIT
#include "app/platform_paths/data_folder.h"
#include "app/rendering/renderer.h"
#include "app/rendering/timed_upload.h"
#include "app/rendering/view_block.h"
#include "app/window/offscreen_context.h"
#include "tests/gui/drawn_bodies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>

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

    // Saves pictures if requested.
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

// The number of pixels that differ by more than the tolerance, of 256, in any channel.
int differing_pixels(const Image& a, const Image& b, int tolerance = 6) {
    int count = 0;
    for (std::size_t i = 0; i + 2 < a.rgb.size(); i += 3) {
        int difference = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            difference = std::max(difference, std::abs(int{a.rgb[i + c]} - int{b.rgb[i + c]}));
        }
        count += difference > tolerance ? 1 : 0;
    }
    return count;
}

glm::ivec3 colour_at(const Image& image, int x, int y) {
    const std::uint8_t* rgb = image.at(x, y);
    return {rgb[0], rgb[1], rgb[2]};
}

// The mean colour of the torus's nearest part, below the middle.
glm::ivec3 skin_colour(const Image& image) {
    return colour_at(image, width / 2, height * 63 / 100);
}

TEST_F(Picture, IsIdenticalForTheSameDrawList) {
    const View one = view({item()});
    EXPECT_EQ(capture(one).rgb, capture(one).rgb);
}

// On a plain background the picture without one is the picture with it, and its file keeps the opacity.
TEST_F(Picture, WithoutItsBackgroundHasTheOpacityOfTheCharacter) {
    DrawItem ghost = item();
    ghost.offset = {0.9F, 0.2F, 0.0F};
    ghost.opacity = 0.4F;
    const View one = view({item(), ghost});
    const auto cut_out = renderer_->capture_transparent({.views = {one}}, width, height);
    ASSERT_TRUE(cut_out) << sentence(cut_out.error());
    const Image& image = cut_out.value();
    keep(image);
    const glm::vec3 green(0.2F, 0.6F, 0.3F);
    const auto on_green = renderer_->capture({.views = {one}, .plain_background = green}, width, height);
    ASSERT_TRUE(on_green);
    std::array<int, 3> counts{}; // of empty, opaque and other pixels
    for (std::size_t pixel = 0; pixel < image.alpha.size(); ++pixel) {
        const double alpha = image.alpha[pixel] / 255.0;
        const std::uint8_t opacity = image.alpha[pixel];
        ++counts[opacity == 0 ? std::size_t{0} : opacity == 255 ? std::size_t{1} : std::size_t{2}];
        for (std::size_t c = 0; c < 3; ++c) {
            const double behind = 255.0 * static_cast<double>(green[static_cast<int>(c)]);
            const double laid_over = alpha * image.rgb[3 * pixel + c] + (1.0 - alpha) * behind;
            ASSERT_NEAR(laid_over, on_green.value().rgb[3 * pixel + c], 3.0) << pixel;
        }
    }
    EXPECT_EQ(image.alpha.front(), 0);
    EXPECT_GT(counts[0], width * height / 3);
    EXPECT_GT(counts[1], 5000);
    EXPECT_GT(counts[2], 2000) << "the edges, and the transparent character";
    EXPECT_EQ(renderer_->capture({.views = {one}}, width, height).value().alpha.size(), 0U);
}

TEST_F(Picture, ShowsTheCharacterInItsColour) {
    DrawItem blue = item();
    blue.colour = {0.25F, 0.45F, 0.80F};
    const glm::ivec3 warm = skin_colour(capture(view({item()})));
    const glm::ivec3 cold = skin_colour(capture(view({blue})));
    EXPECT_GT(warm.r, warm.b + 40);
    EXPECT_GT(cold.b, cold.r + 40);
}

TEST_F(Picture, MovesWithTheMapsAndTheOffset) {
    const Image rest = capture(view({item()}));
    DrawItem bent = item();
    bent.maps.modes[3] = 0.2F; // the first mode moves along x
    EXPECT_GT(differing_pixels(rest, capture(view({bent}))), 1000);
    DrawItem shifted = item();
    shifted.offset = {0.3F, 0.0F, 0.0F};
    EXPECT_GT(differing_pixels(rest, capture(view({shifted}))), 1000);
}

TEST_F(Picture, HasASoftShadowOnTheGround) {
    DrawItem weightless = item();
    weightless.casts_shadow = false;
    const Image with = capture(view({item()}));
    const Image without = capture(view({weightless}));
    EXPECT_GT(differing_pixels(with, without), 2000);
    std::set<int> depths; // a soft shadow has many levels between lit and dark along one row
    for (int x = 0; x < width; ++x) {
        const int depth = colour_at(without, x, height * 3 / 4).g - colour_at(with, x, height * 3 / 4).g;
        depths.insert(depth);
    }
    EXPECT_GT(depths.size(), 12u);
}

TEST_F(Picture, FadesTheGroundIntoTheBackgroundWithoutAnEdge) {
    const Image image = capture(view({}));
    for (int y = 1; y < height; ++y) {
        const glm::ivec3 step = colour_at(image, width / 3, y) - colour_at(image, width / 3, y - 1);
        EXPECT_LE(std::abs(step.g), 3) << "row " << y;
    }
}

// The range of the green channel in a part of a row.
int spread(const Image& image, int y, int from, int to) {
    int low = 255;
    int high = 0;
    for (int x = from; x < to; ++x) {
        low = std::min(low, colour_at(image, x, y).g);
        high = std::max(high, colour_at(image, x, y).g);
    }
    return high - low;
}

TEST_F(Picture, GroundCheckerStaysInPlaceWhenTheCameraMoves) {
    View still = view({});
    const Image plain = capture(still);
    still.ground.cell = 0.4F;
    const Image checked = capture(still);
    EXPECT_GT(spread(checked, height * 3 / 4, width / 3, width / 2),
              spread(plain, height * 3 / 4, width / 3, width / 2) + 5);
    EXPECT_LT(spread(checked, height * 3 / 4, width / 3, width / 2), 30) << "discreet";
    // The pattern repeats after eight cells: moving by that shows the same picture, moving by half of it does not.
    const auto gone = [&](float way) {
        View moved = still;
        for (glm::vec3* v : {&moved.camera.eye, &moved.camera.target, &moved.focus.centre}) {
            v->x += way;
        }
        return differing_pixels(checked, capture(moved), 4);
    };
    EXPECT_LT(gone(8.0F * still.ground.cell), 200);
    EXPECT_GT(gone(still.ground.cell), 5000);
}

TEST_F(Picture, CheckerSmallerThanAPixelDoesNotShimmer) {
    View fine = view({});
    const Image plain = capture(fine);
    fine.ground.cell = 1e-4F;
    EXPECT_EQ(differing_pixels(plain, capture(fine), 1), 0);
}

TEST_F(Picture, TintKeepsShading) {
    DrawItem tinted = item();
    tinted.tint = 0.5F;
    const Image before = capture(view({item()}));
    const Image after = capture(view({tinted}));
    EXPECT_GT(differing_pixels(before, after), 3000);
    std::set<int> shades;
    for (int x = width / 3; x < width * 2 / 3; ++x) {
        shades.insert(colour_at(after, x, height * 63 / 100).g);
    }
    EXPECT_GT(shades.size(), 12u);
}

TEST_F(Picture, SmoothsTheEdgesOfTheCharacter) {
    DrawItem dark = item();
    dark.colour = {0.02F, 0.02F, 0.02F};
    dark.casts_shadow = false;
    const Image smooth = capture(view({dark}));
    auto coarse = Renderer::create(data_folder("shaders").value(), {.samples = 1});
    ASSERT_TRUE(coarse);
    Renderer one_sample = std::move(coarse).value();
    dark.mesh = one_sample.upload(mesh_).value();
    const Image jagged = one_sample.capture({.views = {view({dark})}}, width, height).value();
    // Only pixels on the silhouette may differ; their number is about its length.
    const int differing = differing_pixels(smooth, jagged, 12);
    EXPECT_GT(differing, 200);
    EXPECT_LT(differing, 4000);
}

TEST_F(Picture, ShowsScalarsAndLabelsWhenTheyAreSet) {
    DrawItem painted = item();
    painted.paint = Paint::scalar;
    const Image flesh = capture(view({item()}));
    EXPECT_EQ(capture(view({painted})).rgb, flesh.rgb) << "no scalars yet";
    renderer_->set_scalars(handle_, std::vector<float>(static_cast<std::size_t>(mesh_.vertex_count), -1.0F));
    const glm::ivec3 low = skin_colour(capture(view({painted})));
    EXPECT_GT(low.b, low.r + 30);
    renderer_->set_scalars(handle_, std::vector<float>(static_cast<std::size_t>(mesh_.vertex_count), 1.0F));
    const glm::ivec3 high = skin_colour(capture(view({painted})));
    EXPECT_GT(high.r, high.b + 30);

    painted.paint = Paint::labels;
    std::vector<std::uint32_t> labels(mesh_.triangles.size() / 3);
    for (std::size_t f = 0; f < labels.size(); ++f) {
        labels[f] = static_cast<std::uint32_t>(f / 768);
    }
    renderer_->set_labels(handle_, labels);
    EXPECT_GT(differing_pixels(capture(view({painted})), flesh), 5000);
}

TEST_F(Picture, UsesVertexColoursIfTheMeshHasThem) {
    DrawnMesh green = mesh_;
    for (int v = 0; v < green.vertex_count; ++v) {
        green.colours.insert(green.colours.end(), {0.1F, 0.7F, 0.2F});
    }
    handle_ = renderer_->upload(green).value();
    const glm::ivec3 colour = skin_colour(capture(view({item()})));
    EXPECT_GT(colour.g, colour.r + 30);
}

TEST_F(Picture, IsIdenticalForAMeshUploadedInPieces) {
    const Image at_once = capture(view({item()}));
    const auto handle = renderer_->begin_upload(std::make_shared<const SkinGeometry>(skin_geometry(mesh_))).value();
    int pieces = 1;
    while (!renderer_->send_more(handle, 100000)) {
        ++pieces;
    }
    EXPECT_GT(pieces, 4);
    const DrawItem sent{.mesh = handle, .maps = rest_maps(mesh_)};
    EXPECT_EQ(differing_pixels(capture(view({sent})), at_once), 0);
}

TEST_F(Picture, UploadsAMeshWithinTheTimeThatIsThere) {
    const auto skin = std::make_shared<const SkinGeometry>(skin_geometry(torus(96, 48, 1, 100))); // 6 MB
    const UploadClock::time_point past;
    const auto in_time = renderer_->begin_upload(skin).value();
    EXPECT_TRUE(send_until(*renderer_, in_time, UploadClock::now() + std::chrono::hours(1)));
    const auto late = renderer_->begin_upload(skin).value();
    EXPECT_FALSE(send_until(*renderer_, late, past));
    int parts = 1;
    while (!send_until(*renderer_, late, past)) {
        ++parts;
    }
    EXPECT_GT(parts, 4);
}

TEST_F(Picture, PutsOverlaysOnTopAtTheirSizeInPixels) {
    View marked = view({item()});
    const glm::vec3 behind(0.0F, 0.45F, -0.75F); // on the far side of the torus
    marked.overlay.points = {{.position = behind, .diameter = 20.0F, .colour = {0.0F, 0.0F, 1.0F, 1.0F}}};
    const Image plain = capture(view({item()}));
    const double disc = 3.14159 * 10.0 * 10.0;
    EXPECT_NEAR(differing_pixels(plain, capture(marked)), disc, 0.15 * disc);
    auto doubled = renderer_->capture({.views = {marked}, .pixel_scale = 2.0F}, width, height);
    EXPECT_NEAR(differing_pixels(plain, doubled.value()), 4.0 * disc, 0.15 * 4.0 * disc);
}

TEST_F(Picture, DrawsLinesThatPassBehindTheEye) {
    View marked = view({});
    marked.overlay.lines = {
        {.from = marked.camera.target,
         .to = marked.camera.eye + 2.0F * (marked.camera.eye - marked.camera.target) + glm::vec3(0.5F, 0.0F, 0.0F),
         .width = 4.0F,
         .colour = {1.0F, 0.0F, 0.0F, 1.0F}}};
    const int marked_pixels = differing_pixels(capture(view({})), capture(marked));
    EXPECT_GT(marked_pixels, 300);
    EXPECT_LT(marked_pixels, 6000);
}

TEST_F(Picture, ShowsTwoViewsSideBySide) {
    DrawItem blue = item();
    blue.colour = {0.2F, 0.4F, 0.9F};
    View left = view({item()});
    View right = view({blue});
    left.rect = {0, 0, width / 2, height};
    right.rect = {width / 2, 0, width / 2, height};
    auto both = renderer_->capture({.views = {left, right}}, width, height);
    ASSERT_TRUE(both);
    keep(both.value());
    const glm::ivec3 warm = colour_at(both.value(), width / 4, height * 56 / 100);
    const glm::ivec3 cold = colour_at(both.value(), width * 3 / 4, height * 56 / 100);
    EXPECT_GT(warm.r, warm.b + 30);
    EXPECT_GT(cold.b, cold.r + 30);
}

TEST_F(Picture, TransparentItemsShowWhatIsBehind) {
    DrawItem ghost = item();
    ghost.opacity = 0.3F;
    ghost.casts_shadow = false;
    const glm::ivec3 background = skin_colour(capture(view({})));
    const glm::ivec3 through = skin_colour(capture(view({ghost})));
    const glm::ivec3 solid = skin_colour(capture(view({item()})));
    EXPECT_GT(through.b, solid.b);
    EXPECT_LT(through.b, background.b);
}

// The distance [pixel] of each pixel from the nearest projected edge, by brute force.
class EdgeDistances {
public:
    EdgeDistances(const DrawnMesh& mesh, const View& view) : block_(view_block(view, 1.0F, height)) {
        for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
            const std::size_t next = k % 3 == 2 ? k - 2 : k + 1;
            edges_.push_back({on_screen(mesh, mesh.triangles[k]), on_screen(mesh, mesh.triangles[next])});
        }
    }
    float at(int x, int y) const {
        const glm::vec2 pixel(static_cast<float>(x) + 0.5F, static_cast<float>(height - 1 - y) + 0.5F);
        float nearest = 1e9F;
        for (const auto& [from, to] : edges_) {
            const glm::vec2 along = to - from;
            const float share = glm::clamp(glm::dot(pixel - from, along) / glm::dot(along, along), 0.0F, 1.0F);
            nearest = std::min(nearest, glm::distance(pixel, from + share * along));
        }
        return nearest;
    }

private:
    glm::vec2 on_screen(const DrawnMesh& mesh, std::uint32_t vertex) const {
        const float* X = &mesh.positions[3 * vertex];
        const glm::vec4 clip = block_.clip_from_world * glm::vec4(X[0], X[1], X[2], 1.0F);
        return {block_.picture.z * (0.5F + 0.5F * clip.x / clip.w), block_.picture.w * (0.5F + 0.5F * clip.y / clip.w)};
    }

    ViewBlock block_;
    std::vector<std::pair<glm::vec2, glm::vec2>> edges_;
};

struct WirePixels {
    int on_edges = 0;
    int elsewhere = 0;
};

// The pixels that differ, near the edges and elsewhere.
WirePixels wire_pixels(const Image& plain, const Image& wired, const EdgeDistances& distances) {
    WirePixels pixels;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const glm::ivec3 difference = glm::abs(colour_at(plain, x, y) - colour_at(wired, x, y));
            if (std::max({difference.r, difference.g, difference.b}) > 10) {
                ++(distances.at(x, y) < 1.8F ? pixels.on_edges : pixels.elsewhere);
            }
        }
    }
    return pixels;
}

TEST_F(Picture, WiresAreTheEdgesOfTheTriangles) {
    const DrawnMesh coarse = torus(14, 8, 1, 0);
    DrawItem body{.mesh = renderer_->upload(coarse).value(), .maps = rest_maps(coarse)};
    body.casts_shadow = false;
    const View plain = view({body});
    const EdgeDistances distances(coarse, plain);
    const Image skin = capture(plain);
    body.wires = Wires::over;
    const WirePixels over = wire_pixels(skin, capture(view({body})), distances);
    EXPECT_GT(over.on_edges, 4000);
    EXPECT_EQ(over.elsewhere, 0);
    body.wires = Wires::alone;
    const WirePixels alone = wire_pixels(capture(view({})), capture(view({body})), distances);
    EXPECT_GT(alone.on_edges, over.on_edges) << "those of the far side too";
    EXPECT_EQ(alone.elsewhere, 0);
}

TEST_F(Picture, WiresOfAFineMeshLeaveItsColour) {
    const DrawnMesh fine = torus(700, 350, 1, 0);
    DrawItem body{.mesh = renderer_->upload(fine).value(), .maps = rest_maps(fine)};
    const glm::ivec3 plain = skin_colour(capture(view({body})));
    body.wires = Wires::over;
    const glm::ivec3 wired = skin_colour(capture(view({body})));
    EXPECT_GT(wired.r, 2 * plain.r / 3);
    EXPECT_GT(wired.r, wired.b + 30);
}

TEST_F(Picture, RotatesWithTheWorldForAnyUpAxis) {
    // The same scene with z up: the picture is the same but for the side from which the key light comes.
    View turned = view({item()});
    const Image upright = capture(turned);
    for (glm::vec3* v : {&turned.camera.eye, &turned.camera.target, &turned.camera.up, &turned.focus.centre,
                         &turned.ground.point, &turned.ground.normal}) {
        *v = {v->x, -v->z, v->y};
    }
    turned.items[0].maps = one_map(mesh_, {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0});
    EXPECT_LT(differing_pixels(upright, capture(turned), 40), width * height / 10);
}

// Three instances of one mesh, each with its own position, pose and colour, one painted and one transparent.
std::vector<DrawItem> three_of(const DrawItem& first, const DrawnMesh& mesh) {
    std::vector<DrawItem> items(3, first);
    items[1].maps = random_maps(mesh, 0.05, 5);
    items[1].colour = {0.3F, 0.5F, 0.9F};
    items[1].offset = {-1.2F, 0.0F, -1.5F};
    items[1].outlined = true;
    items[2].paint = Paint::scalar;
    items[2].offset = {1.5F, 0.1F, -1.0F};
    return items;
}

// Compares an instanced draw with separate draws of copies of the mesh.
TEST_F(Picture, InstancedDrawEqualsSeparateDraws) {
    renderer_->set_scalars(handle_, std::vector<float>(static_cast<std::size_t>(mesh_.vertex_count), -0.7F));
    std::vector<DrawItem> items = three_of(item(), mesh_);
    const Image together = capture(view(items));
    for (DrawItem& one : items) {
        one.mesh = renderer_->upload(mesh_).value();
        renderer_->set_scalars(one.mesh, std::vector<float>(static_cast<std::size_t>(mesh_.vertex_count), -0.7F));
    }
    const Image alone = capture(view(items));
    EXPECT_EQ(differing_pixels(together, alone, 1), 0);
    EXPECT_GT(differing_pixels(together, capture(view({item()}))), 3000) << "all three exist";
}

TEST_F(Picture, ManyInstancesTakeAsManyDrawCallsAsOne) {
    const auto calls_for = [&](const std::vector<DrawItem>& items) {
        capture(view(items));
        return renderer_->draw_calls();
    };
    const int without = calls_for({});
    const int one = calls_for({item()});
    EXPECT_EQ(one - without, 3) << "skinning, shadow and colour passes";
    std::vector<DrawItem> items = three_of(item(), mesh_);
    EXPECT_EQ(calls_for(items), one + 1) << "and an outline";
    items.resize(40, item());
    EXPECT_EQ(calls_for(items), one + 1);
    items[5].opacity = 0.5F;
    EXPECT_EQ(calls_for(items), one + 3) << "its depth, then its colour";
    items[7].mesh = renderer_->upload(mesh_).value();
    EXPECT_EQ(calls_for(items), one + 6) << "another mesh";
}

TEST_F(Picture, RejectsASizeBeyondTheDriversLimit) {
    EXPECT_FALSE(renderer_->capture({}, 1 << 20, 4));
    EXPECT_FALSE(renderer_->capture({}, 0, 4));
    EXPECT_TRUE(renderer_->capture({}, 16, 16)) << "and goes on working";
}

} // namespace
} // namespace limber::testing
