// SPDX-License-Identifier: MIT
#include "app/view/region_paint.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr float paleness = 0.6F; // of the regions that are not being painted
constexpr int chosen_from = 8;   // mean paint level per corner, of 255, from which the chosen region has priority

int sum_over(const PaintLevels& levels, const Triangles& F, Index f) {
    int sum = 0;
    for (Index corner = 0; corner < 3; ++corner) {
        sum += levels[static_cast<std::size_t>(F(f, corner))];
    }
    return sum;
}

} // namespace

RegionPaint region_paint(const std::vector<PaintedRegion>& regions, int chosen, const Triangles& F,
                         std::size_t vertex_count) {
    RegionPaint paint{std::vector<float>(vertex_count, 0.0F),
                      std::vector<std::uint32_t>(static_cast<std::size_t>(F.rows()), 0)};
    std::vector<int> most(paint.labels.size(), 0);
    for (std::size_t r = 0; r < regions.size(); ++r) {
        const PaintLevels& levels = regions[r].levels();
        if (levels.size() != vertex_count) {
            continue;
        }
        const bool is_chosen = static_cast<int>(r) == chosen;
        const float share = (is_chosen || chosen < 0 ? 1.0F : paleness) / 255.0F;
        for (std::size_t i = 0; i < vertex_count; ++i) {
            paint.scalars[i] = std::max(paint.scalars[i], share * static_cast<float>(levels[i]));
        }
        for (Index f = 0; f < F.rows(); ++f) {
            const auto at = static_cast<std::size_t>(f);
            const int sum = sum_over(levels, F, f);
            const int rank = is_chosen && sum >= 3 * chosen_from ? sum + 3 * 255 : sum;
            if (rank > most[at]) {
                most[at] = rank;
                paint.labels[at] = static_cast<std::uint32_t>(r);
            }
        }
    }
    return paint;
}

std::array<float, 3> region_colour(std::size_t region) {
    const double hue = std::fmod(0.52 + 0.61803399 * static_cast<double>(region % 4096), 1.0);
    std::array<float, 3> colour{};
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const double shift = channel == 0 ? 0.0 : channel == 1 ? 2.0 / 3.0 : 1.0 / 3.0;
        const double pure = std::clamp(std::abs(std::fmod(hue + shift, 1.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
        colour[channel] = static_cast<float>(0.82 * (1.0 + 0.85 * (pure - 1.0)));
    }
    return colour;
}

} // namespace limber::app
