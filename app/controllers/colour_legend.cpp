// SPDX-License-Identifier: MIT
#include "app/controllers/colour_legend.h"

#include "app/view/value_colours.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace limber::app {

std::string percent(double share) {
    if (share > 0.0 && share < 1e-4) {
        return "below 0.01 %";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2g %%", 100.0 * share);
    return text.data();
}

std::string range_text(const std::string& quantity, double end) {
    return quantity + " 0 to " + percent(end) + " and more";
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

void draw_legend(const ViewArea& area, const std::string& text, double scale, Sketch& sketch) {
    constexpr int cells = 16;
    const double width = std::min(180.0 * scale, 0.6 * area.width);
    const double left = area.x + 0.5 * (area.width - width);
    const double low = area.y + area.height - 46.0 * scale;
    const double high = low + 8.0 * scale;
    for (int i = 0; i < cells; ++i) {
        const float share = (static_cast<float>(i) + 0.5F) / cells;
        const double from = left + width * i / cells;
        const double to = left + width * (i + 1) / cells;
        const auto [red, green, blue] = value_colour(share);
        sketch.strokes.push_back({{Pixel(from, low), Pixel(to, low), Pixel(to, high), Pixel(from, high)},
                                  {red, green, blue, 1.0F},
                                  1.0,
                                  true,
                                  true});
    }
    sketch.labels.push_back({Pixel(left + 0.5 * width, high + 26.0 * scale), text});
}

} // namespace limber::app
