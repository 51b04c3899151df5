// SPDX-License-Identifier: MIT
#include "app/rendering/image.h"
#include "tests/support/needed.h"
#include "tests/support/surfaceless_egl.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// Pictures of other bodies beside a character.
namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class RenderBeside : public SmallSceneTest {};

// How many pixels of a picture without a background are not empty, at the edges of two columns and in all of it.
struct Covered {
    int at_edges = 0;
    int all = 0;
};

Covered covered_in(const app::Image& image) {
    Covered covered;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t* const pixel = image.at(x, y);
            const int column = x % (image.width / 2);
            const bool is_edge = column == 0 || column == image.width / 2 - 1 || y == 0 || y == image.height - 1;
            const int is_covered = pixel[0] + pixel[1] + pixel[2] > 0 ? 1 : 0;
            covered.all += is_covered;
            covered.at_edges += is_edge ? is_covered : 0;
        }
    }
    return covered;
}

TEST_F(RenderBeside, DrawsOtherBodies) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto render = [&](const std::string& name, const std::string& options) {
        return limber("render " + scene + " --frame 6 --size 180x90 " + options + " --json --out " + file(name));
    };
    const Outcome outcome = render("full.png", "--beside full,displacement");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    for (const std::string& key : promised_keys("`render --beside`")) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key;
    }
    EXPECT_THAT(outcome.out, HasSubstr("\"full\""));
    EXPECT_THAT(outcome.out, HasSubstr("\"displacement\""));
    EXPECT_THAT(outcome.out, HasSubstr("\"modes\": 72")) << "as compare counts its columns: twelve for each of 6 modes";
    EXPECT_EQ(render("alone.png", "").out.find("\"beside\""), std::string::npos);
}

// As compare says it, of the same step. A body that is too soft for its weight is crushed.
TEST_F(RenderBeside, WarnsOfFullSpaceInsideOut) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto rendered = [&](const std::string& young) {
        return limber("render " + scene + " --young " + young + " --frame 12 --size 60x30 --beside displacement,full" +
                      " --json --out " + file("crushed.png"));
    };
    const Outcome crushed = rendered("50");
    ASSERT_EQ(crushed.exit_code, 0) << crushed.error;
    EXPECT_GT(crushed.number("inverted_tets"), 0);
    const Outcome compared = limber("compare " + scene + " --young 50 --frames 12 --kinds displacement,full --json");
    ASSERT_EQ(compared.exit_code, 0) << compared.error;
    const auto warning_in = [](const std::string& json) {
        const std::size_t start = json.find("full space has up to ");
        return start == std::string::npos ? std::string() : json.substr(start, json.find('"', start) - start);
    };
    EXPECT_THAT(warning_in(crushed.out), HasSubstr("inside out, from step "));
    EXPECT_EQ(warning_in(crushed.out), warning_in(compared.out));
    const Outcome stiff = rendered("20000");
    ASSERT_EQ(stiff.exit_code, 0) << stiff.error;
    EXPECT_EQ(stiff.number("inverted_tets"), 0);
    EXPECT_EQ(warning_in(stiff.out), "");
}

// Their columns show one body twice, up to how its normals are computed; one that is far softer bends otherwise.
TEST_F(RenderBeside, DrawsTheSameSubspaceAsTheSame) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto difference = [&](const std::string& kind) {
        const Outcome outcome =
            limber("render " + scene + " --frame 10 --size 400x200 --beside " + kind + " --out " + file("pair.png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        const app::Image image = app::read_png(folder / "pair.png").value();
        double sum = 0.0;
        for (int y = 0; y < image.height; ++y) {
            for (int x = 0; x < image.width / 2; ++x) {
                sum += std::abs(static_cast<double>(*image.at(x, y)) -
                                static_cast<double>(*image.at(x + image.width / 2, y)));
            }
        }
        return sum;
    };
    EXPECT_LT(difference("skinning"), difference("skinning:young=1000"));
    EXPECT_LT(difference("skinning"), difference("skinning:young=1000:material=stable-neo-hookean"));
}

TEST_F(RenderBeside, NamesTheBodyThatCannotBeMade) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome =
        limber("render " + scene + " --modes 1 --beside skinning,skinning-unconstrained --out " + file("a.png"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("skinning-unconstrained: the rig takes all coordinates of 1 "));
}

TEST_F(RenderBeside, RefusesOtherBodiesThatItCannotDraw) {
    const auto refused = [&](const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --out " + file("a.png") + " " + options);
        EXPECT_EQ(outcome.exit_code, 2) << options;
        return outcome.error;
    };
    EXPECT_THAT(refused("--beside modal"), HasSubstr("--beside: must be \"skinning\""));
    EXPECT_THAT(refused("--beside rig"), HasSubstr("or \"full\", not \"rig\""));
    EXPECT_THAT(refused("--beside pod"), HasSubstr("or \"full\", not \"pod\""));
    EXPECT_THAT(refused("--beside modal"), Not(HasSubstr("\"pod\"")));
    EXPECT_THAT(refused("--beside displacement:points=20"), HasSubstr("material=NAME"));
    EXPECT_THAT(refused("--beside warped:material=arap"), HasSubstr("has no step with cubature points"));
    EXPECT_THAT(refused("--beside force-dual:switched"), HasSubstr("loads=FILE"));
    EXPECT_THAT(refused("--beside force-dual:loads=springs"), HasSubstr("are those of a file, or \"mass\""));
    EXPECT_THAT(refused("--beside full,rotation-strain --size 2x2"),
                HasSubstr("--size: must be at least 3 pixels wide"));
    EXPECT_THAT(refused("--beside full,skinning,full"), HasSubstr("--beside: has \"full\" twice"));
    EXPECT_THAT(refused("--beside full --paint clusters"), HasSubstr("--paint: shows the subspace of one body"));
    EXPECT_THAT(refused("--beside full --frames 2 --fps 37"), HasSubstr("--fps: must give each frame a whole number"));
}

// Also one that is so soft that it sags far below the character.
TEST_F(RenderBeside, CropsNoBodyInAColumn) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    for (const std::string size : {"800x120", "200x300"}) {
        const Outcome outcome = limber("render " + scene + " --frames 5 --fps 6 --transparent --size " + size +
                                       " --beside skinning:young=300 --turntable 90 --out " + file("soft.png"));
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        for (const char* name : {"soft_0001.png", "soft_0003.png", "soft_0005.png"}) {
            const Covered covered = covered_in(app::read_png(folder / name).value());
            EXPECT_GT(covered.all, 500) << name;
            EXPECT_EQ(covered.at_edges, 0) << name << " of " << size;
        }
    }
}

// Two columns of one size and one motion differ in their names.
TEST_F(RenderBeside, NamesTheColumns) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto top_of = [&](const std::string& kind) {
        const Outcome outcome =
            limber("render " + scene + " --frame 0 --size 800x300 --beside " + kind + " --out " + file("named.png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        const app::Image image = app::read_png(folder / "named.png").value();
        return std::vector<std::uint8_t>(image.rgb.begin(), image.rgb.begin() + 3 * 800 * 30);
    };
    EXPECT_NE(top_of("skinning"), top_of("full"));
}

} // namespace
} // namespace limber::testing
