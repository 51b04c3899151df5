// SPDX-License-Identifier: MIT
#include "app/controllers/colour_legend.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TEST(ColourLegend, HasPlainNumbers) {
    EXPECT_EQ(range_text("strain", 1.0), "strain 0 to 100 % and more");
    EXPECT_EQ(range_text("strain", 0.996), "strain 0 to 100 % and more");
    EXPECT_EQ(range_text("strain", 0.994), "strain 0 to 99 % and more");
    EXPECT_EQ(range_text("strain", 12.5), "strain 0 to 1250 % and more");
    EXPECT_EQ(distance_range_text(0.012), "distance 0 to 1.2 % of the size and more");
    EXPECT_EQ(distance_range_text(1e-6), "distance 0 to below 0.01 % of the size and more");
}

} // namespace
} // namespace limber::app
