// SPDX-License-Identifier: MIT
#include "app/panels/typed_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

namespace limber::app {
namespace {

TEST(TypedNumberText, MayBeInARelatedUnit) {
    const auto expect = [](const char* text, const char* unit, double before, double value) {
        const auto number = read_typed_number(text, unit, before);
        ASSERT_TRUE(number) << text << " in " << unit;
        EXPECT_NEAR(*number, value, 1e-12 * std::abs(value)) << text << " in " << unit;
    };
    expect("1.5", "", 9, 1.5);
    expect(" 1,5 ", "m", 9, 1.5);
    expect("3 MPa", "kPa", 9, 3000);
    expect("3kpa", "kPa", 9, 3);
    expect("250 Pa", "kPa", 9, 0.25);
    expect("-12 cm", "m", 9, -0.12);
    expect("16 ms", "s", 9, 0.016);
    expect("36 km/h", "m/s", 9, 10);
    expect("9.81 m/s2", "m/s\u00b2", 9, 9.81);
    expect("1.05 g/cm3", "kg/m\u00b3", 9, 1050);
    expect("5 kN/m", "N/m", 9, 5000);
    expect("0.5 rad", "\u00b0", 9, 28.64788975654116);
    expect("45%", "%", 9, 45);
    expect("*2", "kPa", 9, 18);
    expect("/3", "kPa", 9, 3);
    expect("+1", "m", 9, 10);
    expect("+-1", "m", 9, 8);
    expect("+50 cm", "m", 9, 9.5);
    expect("1e5", "", 9, 1e5);
}

TEST(TypedNumberText, IsRefusedIfItIsNoNumberOrMeasuresSomethingElse) {
    for (const auto& [text, unit] : {std::pair{"", "m"},
                                     {"abc", "m"},
                                     {"3 kg", "m"},
                                     {"3 Pa", "m"},
                                     {"3 MPa", ""},
                                     {"1e999", "m"},
                                     {"nan", ""},
                                     {"-inf", ""},
                                     {"/0", "m"},
                                     {"*", "m"},
                                     {"1 2", "m"},
                                     {"*2 m", "m"},
                                     {"1.2.3", ""},
                                     {"mPa", "kPa"},
                                     {"0x10", ""}}) {
        EXPECT_FALSE(read_typed_number(text, unit, 4.0)) << text << " in " << unit;
    }
}

TEST(TypedNumberText, TakesTheUnitFromTheFormat) {
    EXPECT_EQ(unit_of_format("%.0f kPa"), "kPa");
    EXPECT_EQ(unit_of_format("%.2f"), "");
    EXPECT_EQ(unit_of_format("%d"), "");
    EXPECT_EQ(unit_of_format("%.0f %%"), "%");
    EXPECT_EQ(unit_of_format("%.1f\u00b0"), "\u00b0");
    EXPECT_EQ(unit_of_format(""), "");
}

} // namespace
} // namespace limber::app
