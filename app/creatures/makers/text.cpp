// SPDX-License-Identifier: MIT
#include "app/creatures/makers/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace limber::makers {
namespace {

// Smaller values are written as zero.
constexpr double round_off = 1e-9;

} // namespace

std::string number(double value) {
    if (std::abs(value) < round_off) {
        return "0";
    }
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 6);
    return std::string(digits.data(), end.ptr);
}

std::string list(const Vec3& v) {
    return list(3, ", ", [&](std::size_t i) { return number(v(static_cast<Index>(i))); });
}

std::string matrix(const Affine& map) {
    return list(3, ",", [&](std::size_t row) {
        return list(4, ",", [&](std::size_t column) {
            return number(map(static_cast<Index>(row), static_cast<Index>(column)));
        });
    });
}

} // namespace limber::makers
