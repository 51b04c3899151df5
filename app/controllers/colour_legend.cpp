// SPDX-License-Identifier: MIT
#include "app/controllers/colour_legend.h"

#include "app/view/value_colours.h"

#include <array>
#include <cstdio>

namespace limber::app {

std::string percent(double share) {
    if (share > 0.0 && share < 1e-4) {
        return "below 0.01 %";
    }
    std::array<char, 32> text{};
    const bool is_large = 100.0 * share >= 99.5; // two digits would be written with an exponent
    std::snprintf(text.data(), text.size(), is_large ? "%.0f %%" : "%.2g %%", 100.0 * share);
    return text.data();
}

std::string range_text(const std::string& quantity, double end) {
    return quantity + " 0 to " + percent(end) + " and more";
}

std::string distance_range_text(double end) {
    return "distance 0 to " + percent(end) + " of the size and more";
}

std::string stress_range_text(double end) {
    const bool is_large = end >= 1e6;
    const bool is_small = end < 1e3;
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "stress 0 to %.3g %s and more",
                  end * (is_large   ? 1e-6
                         : is_small ? 1.0
                                    : 1e-3),
                  is_large   ? "MPa"
                  : is_small ? "Pa"
                             : "kPa");
    return text.data();
}

Legend legend_of_values(const std::string& text) {
    constexpr int cells = 16;
    Legend legend{.colours = {}, .text = text};
    for (int i = 0; i < cells; ++i) {
        const auto [red, green, blue] = value_colour((static_cast<float>(i) + 0.5F) / cells);
        legend.colours.push_back({red, green, blue, 1.0F});
    }
    return legend;
}

Legend legend_of_signed_values(const std::string& text) {
    constexpr int cells = 17; // the middle one is zero
    Legend legend{.colours = {}, .text = text};
    for (int i = 0; i < cells; ++i) {
        const auto [red, green, blue] = signed_value_colour(2.0F * static_cast<float>(i) / (cells - 1) - 1.0F);
        legend.colours.push_back({red, green, blue, 1.0F});
    }
    return legend;
}

} // namespace limber::app
