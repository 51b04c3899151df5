// SPDX-License-Identifier: MIT
#include "app/window/text_mask.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber::testing {
namespace {

using app::TextMask;

int covered_pixels(const TextMask& mask) {
    return static_cast<int>(std::ranges::count_if(mask.coverage, [](std::uint8_t part) { return part > 128; }));
}

TEST(TextMasks, HaveTheHeightOfALineAndTheWidthOfTheirText) {
    const auto masks = app::text_masks({"full space", "full", "", "space "}, 20);
    ASSERT_EQ(masks.size(), 4U);
    for (const TextMask& mask : masks) {
        EXPECT_EQ(mask.height, 20);
        EXPECT_EQ(mask.coverage.size(), static_cast<std::size_t>(mask.width) * 20U);
    }
    EXPECT_GT(masks[0].width, masks[1].width);
    EXPECT_EQ(masks[2].width, 0);
    EXPECT_EQ(masks[0].width, masks[1].width + masks[3].width) << "glyphs stand beside each other";
    EXPECT_GT(covered_pixels(masks[0]), 100);
    EXPECT_EQ(covered_pixels(app::text_masks({"   "}, 20).front()), 0);
}

TEST(TextMasks, OfLargerTextCoverMore) {
    const TextMask small = app::text_masks({"skinning"}, 12).front();
    const TextMask large = app::text_masks({"skinning"}, 36).front();
    EXPECT_GT(large.width, 2 * small.width);
    EXPECT_GT(covered_pixels(large), 4 * covered_pixels(small));
}

TEST(TextMasks, LeaveOutBytesThatAreNoCharacters) {
    const auto masks = app::text_masks({"leg",
                                        "l\xFF"
                                        "eg",
                                        "\xC3\xA4"},
                                       16);
    EXPECT_EQ(masks[0].coverage, masks[1].coverage);
    EXPECT_GT(covered_pixels(masks[2]), 0);
}

} // namespace
} // namespace limber::testing
