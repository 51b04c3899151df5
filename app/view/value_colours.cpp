// SPDX-License-Identifier: MIT
#include "app/view/value_colours.h"

#include <algorithm>

namespace limber::app {
namespace {

// middle_colour and high_colour of skinned_mesh.frag.
constexpr std::array none{0.95F, 0.94F, 0.92F};
constexpr std::array most{0.80F, 0.23F, 0.18F};

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
    std::array<float, 3> colour{};
    for (std::size_t i = 0; i < colour.size(); ++i) {
        colour[i] = none[i] + share * (most[i] - none[i]);
    }
    return colour;
}

} // namespace limber::app
