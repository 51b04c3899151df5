// SPDX-License-Identifier: MIT
#include "app/view/value_range.h"

#include "app/view/axis_end.h"

#include <algorithm>
#include <cstddef>

namespace limber::app {
namespace {

constexpr double slot_seconds = 0.25; // of each of the tops
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

void ValueRange::grow_older(double seconds) {
    age_ += seconds;
    for (std::size_t slot = 0; slot < tops_.size() && age_ >= slot_seconds; ++slot) {
        std::ranges::copy_backward(tops_.begin(), tops_.end() - 1, tops_.end());
        tops_.front() = 0.0F;
        age_ -= slot_seconds;
    }
    age_ = std::min(age_, slot_seconds);
}

void ValueRange::follow(float top, double seconds) {
    grow_older(seconds);
    tops_.front() = std::max(tops_.front(), top);
    const float recent = std::ranges::max(tops_);
    end_ = top > end_ ? axis_end(top) : std::min(end_, axis_end(recent / shrunk_share));
}

} // namespace limber::app
