// SPDX-License-Identifier: MIT
#include "engine/control/objective.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <string>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

std::string said_of(const Objective& objective) {
    const auto fault = fault_in(objective);
    return fault ? sentence(*fault) : "";
}

TEST(Objective, NeedsAtLeastOneTerm) {
    EXPECT_EQ(said_of({}), "");
    EXPECT_EQ(said_of({.target = Vec3(1.0, 0.0, 0.0), .travel = 0.0, .approach = 1.0}), "");
    EXPECT_EQ(said_of({.travel = 0.0, .energy = 1.0}), "");
    EXPECT_THAT(said_of({.travel = 0.0}), HasSubstr("nothing is wanted"));
    EXPECT_THAT(said_of({.approach = 1.0}), HasSubstr("give a target"));
    EXPECT_THAT(said_of({.target = Vec3(1.0, 0.0, 0.0)}), HasSubstr("give approach a weight"));
    EXPECT_THAT(said_of({.travel = std::nan("")}), HasSubstr("finite"));
    EXPECT_THAT(said_of({.direction = Vec3(0.0, 0.0, 2.0)}), HasSubstr("length 1"));
    EXPECT_THAT(said_of({.target = Vec3(std::numeric_limits<double>::infinity(), 0.0, 0.0), .approach = 1.0}),
                HasSubstr("point"));
}

// Their sums and squares would not be finite, and a cost that is NaN ranks last whatever the gait does.
TEST(Objective, RefusesNumbersWhoseCostWouldNotBeFinite) {
    EXPECT_THAT(said_of({.travel = 1e308}), HasSubstr("weights"));
    EXPECT_THAT(said_of({.upright = -1e308}), HasSubstr("weights"));
    EXPECT_THAT(said_of({.target = Vec3(1e200, 0.0, 0.0), .approach = 1.0}), HasSubstr("point"));
    EXPECT_EQ(said_of({.target = Vec3(1e6, 0.0, 0.0), .approach = 1e6}), "");
}

} // namespace
} // namespace limber::testing
