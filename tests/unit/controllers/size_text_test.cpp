// SPDX-License-Identifier: MIT
#include "app/controllers/size_text.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TEST(SizeText, HasThreeDigits) {
    EXPECT_EQ(size_text(12'345'678), "12.3 MB");
    EXPECT_EQ(size_text(998'600'000), "999 MB");
    EXPECT_EQ(size_text(1'234'000'000), "1.23 GB");
}

TEST(SizeText, IsNoPowerOfTen) {
    EXPECT_EQ(size_text(999'499'999), "999 MB");
    EXPECT_EQ(size_text(999'500'000), "1.00 GB") << "it was 1e+03 MB";
    EXPECT_EQ(size_text(1'500'000'000'000), "1500 GB");
    EXPECT_EQ(size_text(50), "0.000050 MB");
    EXPECT_EQ(size_text(0), "0 MB");
}

} // namespace
} // namespace limber::app
