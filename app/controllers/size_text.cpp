// SPDX-License-Identifier: MIT
#include "app/controllers/size_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace limber::app {

std::string size_text(std::uintmax_t bytes) {
    constexpr int decimals_max = 6; // a byte
    const auto size = static_cast<double>(bytes);
    const bool is_large = size >= 999.5e6; // which has three digits no longer
    const double count = size / (is_large ? 1e9 : 1e6);
    constexpr double rounded_up = 1.0 + 5.1e-4; // 9.995 has one digit more than 9.994
    const int decimals =
        count > 0.0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(rounded_up * count))), 0, decimals_max) : 0;
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), is_large ? "%.*f GB" : "%.*f MB", decimals, count);
    return text.data();
}

} // namespace limber::app
