// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace limber {

/// Appends the shortest text from which the same float is read, in any locale.
template <typename Number>
void append_number(std::string& text, Number value) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

} // namespace limber
