// SPDX-License-Identifier: MIT
#include "app/geometry/skin_materials.h"

#include "engine/core/random.h"
#include "tests/support/png_bytes.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::png_bytes;
using ::testing::HasSubstr;

Picture plain(int width, int height, std::array<std::uint8_t, 4> colour) {
    Picture picture{width, height, {}};
    for (int i = 0; i < width * height; ++i) {
        picture.rgba.insert(picture.rgba.end(), colour.begin(), colour.end());
    }
    return picture;
}

TEST(DecodedPicture, HasThePixelsOfAPng) {
    const std::vector<std::uint8_t> rgba{255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0,
                                         9,   8, 7, 6,   1, 2,   3, 4,   5, 6, 7,   8};
    const auto decoded = decoded_picture(png_bytes(3, 2, rgba), "three");
    ASSERT_TRUE(decoded) << sentence(decoded.error());
    EXPECT_EQ(decoded.value().width, 3);
    EXPECT_EQ(decoded.value().height, 2);
    EXPECT_EQ(decoded.value().rgba, rgba);
}

TEST(DecodedPicture, IsRefusedInASentenceThatNamesIt) {
    const std::vector<std::uint8_t> whole = png_bytes(8, 8, plain(8, 8, {1, 2, 3, 4}).rgba);
    const auto refusal = [](std::span<const std::uint8_t> bytes) {
        const auto decoded = decoded_picture(bytes, "fur.png");
        return decoded ? std::string() : sentence(decoded.error());
    };
    EXPECT_THAT(refusal({}), HasSubstr("fur.png"));
    EXPECT_THAT(refusal(std::span(whole).first(20)), HasSubstr("fur.png"));
    EXPECT_THAT(refusal(std::span(whole).first(60)), HasSubstr("damaged"));
    std::vector<std::uint8_t> vast = whole;
    vast[17] = 0xFF; // the width's second byte
    EXPECT_THAT(refusal(vast), HasSubstr("8192"));
}

TEST(DecodedPicture, IsSoundOrRefusedWhateverItsBytes) {
    const std::vector<std::uint8_t> whole = png_bytes(5, 4, plain(5, 4, {10, 200, 30, 255}).rgba);
    int accepted = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Rng rng(seed);
        std::vector<std::uint8_t> bytes = whole;
        for (std::uint64_t i = 0; i < 1 + seed % 4; ++i) {
            bytes[8 + static_cast<std::size_t>(rng.below(bytes.size() - 8))] =
                static_cast<std::uint8_t>(rng.below(256));
        }
        const auto decoded = decoded_picture(bytes, "mutant");
        if (decoded) {
            const Picture& picture = decoded.value();
            ASSERT_EQ(picture.rgba.size(), static_cast<std::size_t>(4 * picture.width * picture.height)) << seed;
            ++accepted;
        }
    }
    EXPECT_GT(accepted, 100);
}

TEST(PictureLayers, HaveTheSizeOfTheLargestPictureAndItsHalves) {
    const PictureLayers layers = picture_layers({plain(3, 5, {10, 20, 30, 255}), plain(12, 2, {200, 100, 50, 255})});
    EXPECT_EQ(layers.size, 12);
    EXPECT_EQ(layers.count, 2);
    ASSERT_EQ(layers.levels.size(), 4U); // 12, 6, 3, 1
    EXPECT_EQ(layers.levels[1].size(), 2U * 6 * 6 * 4);
    for (const auto& level : layers.levels) {
        EXPECT_EQ(std::vector(level.begin(), level.begin() + 4), (std::vector<std::uint8_t>{10, 20, 30, 255}));
        EXPECT_EQ(std::vector(level.end() - 4, level.end()), (std::vector<std::uint8_t>{200, 100, 50, 255}));
    }
    EXPECT_EQ(picture_layers({plain(64, 64, {1, 2, 3, 4})}, 16).size, 16);
}

} // namespace
} // namespace limber::app
