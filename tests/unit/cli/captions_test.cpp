// SPDX-License-Identifier: MIT
#include "app/cli/captions.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace limber::testing {
namespace {

using app::Captions;
using app::Image;
using app::PixelRect;

Image grey_image(int width, int height) {
    return {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * width * height), 100)};
}

std::vector<PixelRect> columns_in(const Image& image, int count) {
    std::vector<PixelRect> columns;
    for (int i = 0; i < count; ++i) {
        columns.push_back({image.width / count * i, 0, image.width / count, image.height});
    }
    return columns;
}

// How many pixels of these columns and rows are not grey.
int changed_pixels(const Image& image, const PixelRect& rect) {
    int changed = 0;
    for (int y = rect.y; y < rect.y + rect.height; ++y) {
        for (int x = rect.x; x < rect.x + rect.width; ++x) {
            changed += *image.at(x, y) != 100 ? 1 : 0;
        }
    }
    return changed;
}

TEST(Captions, NameEachColumnAtItsTop) {
    Image image = grey_image(1280, 720);
    const std::vector<PixelRect> columns = columns_in(image, 3);
    const Captions captions({"skinning, 16 modes", "displacement, 16 modes", "full space"}, columns);
    ASSERT_GT(captions.height(), 0);
    EXPECT_LT(captions.height(), 120);
    captions.draw(image);
    for (const PixelRect& column : columns) {
        const int above = changed_pixels(image, {column.x, 0, column.width, captions.height()});
        EXPECT_GT(above, 500);
        EXPECT_EQ(changed_pixels(image, {column.x, captions.height(), column.width, 720 - captions.height()}), 0);
        EXPECT_EQ(changed_pixels(image, {column.x, 0, 4, 720}), 0) << "texts do not touch the next column";
    }
}

// In as many lines as it takes.
TEST(Captions, BreakWhatIsWiderThanAColumn) {
    const std::string title = "skinning, 16 modes, Young 200 kPa, Poisson 0.3, 50 clusters, leak 0.25";
    Image image = grey_image(800, 450);
    const Captions wide({title}, {{0, 0, 800, 450}});
    const Captions narrow({title, title, title, title}, columns_in(image, 4));
    ASSERT_GT(wide.height(), 0);
    EXPECT_GT(narrow.height(), wide.height());
    narrow.draw(image);
    EXPECT_GT(changed_pixels(image, {0, 0, 200, 450}), 500);
}

TEST(Captions, AreLeftOutWhereTheyWouldBeTooSmall) {
    Image image = grey_image(64, 36);
    const Captions captions({"skinning, 16 modes", "full space"}, columns_in(image, 2));
    EXPECT_EQ(captions.height(), 0);
    captions.draw(image);
    EXPECT_EQ(changed_pixels(image, {0, 0, 64, 36}), 0);
}

TEST(Captions, AreSeenWhereThePictureIsTransparent) {
    Image image = grey_image(640, 360);
    image.alpha.assign(640 * 360, 0);
    const Captions captions({"full space"}, columns_in(image, 1));
    captions.draw(image);
    int opaque = 0;
    for (const std::uint8_t alpha : image.alpha) {
        opaque += alpha > 200 ? 1 : 0;
    }
    EXPECT_GT(opaque, 500);
    EXPECT_LT(opaque, 640 * 60);
}

} // namespace
} // namespace limber::testing
