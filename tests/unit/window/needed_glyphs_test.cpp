// SPDX-License-Identifier: MIT
#include "app/window/needed_glyphs.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

using app::NeededGlyphs;
using Ranges = std::vector<unsigned short>;

TEST(NeededGlyphs, AreThoseThatTheTypefaceDoesNotAlwaysHave) {
    NeededGlyphs needed;
    needed.add("Head \xC3\xA4 \xCE\xB1"); // a with two dots, alpha
    EXPECT_FALSE(needed.take_news());
    EXPECT_EQ(needed.ranges(), Ranges{0});
    needed.add("\xD0\x90\xD0\x91\xD0\x92 \xE9\xA0\xAD"); // three Cyrillic letters in a row, one Chinese character
    EXPECT_TRUE(needed.take_news());
    EXPECT_EQ(needed.ranges(), (Ranges{0x410, 0x412, 0x982D, 0x982D, 0}));
    needed.add("\xD0\x91");
    EXPECT_FALSE(needed.take_news());
}

TEST(NeededGlyphs, LeaveOutBytesThatAreNoCharacters) {
    NeededGlyphs needed;
    needed.add("\xD0");             // cut off
    needed.add("B\xE4r");           // Latin-1
    needed.add("\xED\xA0\x80");     // half of a surrogate pair
    needed.add("\xF0\x9F\x98\x80"); // beyond the basic plane
    needed.add("\xFF\xFE");
    EXPECT_FALSE(needed.take_news());
    EXPECT_EQ(needed.ranges(), Ranges{0});
}

} // namespace
} // namespace limber::testing
