// SPDX-License-Identifier: MIT
#include "app/view/value_range.h"

#include "app/view/axis_end.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace limber::app {
namespace {

constexpr double decay_time = 8.0;    // [s] in which the largest top falls to 1/e
constexpr float shrunk_share = 0.8F;  // of a smaller range, below which it is taken, so that it does not flicker
constexpr std::size_t left_out = 100; // one of so many values may exceed the top

} // namespace

float robust_top(std::vector<float>& values) {
    if (values.empty()) {
        return 0.0F;
    }
    const auto top = values.end() - 1 - static_cast<std::ptrdiff_t>(values.size() / left_out);
    std::ranges::nth_element(values, top);
    return *top;
}

void ValueRange::follow(float top, double seconds) {
    recent_ = std::max(top, recent_ * static_cast<float>(std::exp(-seconds / decay_time)));
    if (top > end_) {
        end_ = axis_end(top);
    } else {
        end_ = std::min(end_, axis_end(recent_ / shrunk_share));
    }
}

} // namespace limber::app
