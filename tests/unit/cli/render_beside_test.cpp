// SPDX-License-Identifier: MIT
#include "app/rendering/image.h"
#include "tests/support/needed.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaceless_egl.h"
#include "tests/unit/cli/program.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

// Pictures of other bodies beside a character.
namespace limber::testing {
namespace {

class RenderBeside : public ::testing::Test {
protected:
    std::string file(const std::string& name) const {
        return (folder / name).string();
    }

    ScratchFolder folder;
    std::string scene = write_small_scene(folder).string();
};

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
