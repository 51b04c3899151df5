// SPDX-License-Identifier: MIT
#include "app/view/value_colours.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// low_colour, middle_colour and high_colour of common/paint.glsl.
constexpr std::array most_negative{0.16F, 0.38F, 0.70F};
constexpr std::array none{0.95F, 0.94F, 0.92F};
constexpr std::array most{0.80F, 0.23F, 0.18F};

std::array<float, 3> mixed(float share, const std::array<float, 3>& end) {
    std::array<float, 3> colour{};
    for (std::size_t i = 0; i < colour.size(); ++i) {
        colour[i] = none[i] + share * (end[i] - none[i]);
    }
    return colour;
}

} // namespace

std::vector<float> value_scalars(std::span<const float> values, float range) {
    std::vector<float> scalars(values.begin(), values.end());
    for (float& value : scalars) {
        const float share = std::clamp(value / range, 0.0F, 1.0F);
        value = share * share;
    }
    return scalars;
}

std::array<float, 3> value_colour(float share) {
    return mixed(share, most);
}

// With the root that the shader takes.
std::array<float, 3> signed_value_colour(float scalar) {
    return mixed(std::sqrt(std::abs(scalar)), scalar < 0.0F ? most_negative : most);
}

} // namespace limber::app
