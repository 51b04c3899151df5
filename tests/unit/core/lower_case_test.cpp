// SPDX-License-Identifier: MIT
#include "engine/core/lower_case.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(LowerCase, ChangesLettersOfAsciiAlone) {
    EXPECT_EQ(lower("SOLID_of 12 Faces @[`{"), "solid_of 12 faces @[`{");
    EXPECT_EQ(lower("\xC3\x84 \xC4"), "\xC3\x84 \xC4") << "in UTF-8 and in Latin-1";
    EXPECT_EQ(lower(""), "");
}

TEST(LowerCase, OfAnExtensionHasItsDot) {
    EXPECT_EQ(extension_of("Folder.A/Whale.MSH"), ".msh");
    EXPECT_EQ(extension_of("whale.tar.Gz"), ".gz");
    EXPECT_EQ(extension_of("Folder.A/whale"), "");
}

} // namespace
} // namespace limber
