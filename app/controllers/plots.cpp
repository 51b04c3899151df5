// SPDX-License-Identifier: MIT
#include "app/controllers/plots.h"

#include <algorithm>
#include <vector>

namespace limber::app {

void Series::add(double value) {
    values.push_back(static_cast<float>(value));
    while (values.size() > length) {
        values.pop_front();
    }
}

float Series::latest() const {
    return values.empty() ? 0.0F : values.back();
}

float Series::median() const {
    if (values.empty()) {
        return 0.0F;
    }
    const auto newest = static_cast<std::ptrdiff_t>(std::min<std::size_t>(values.size(), 60));
    std::vector<float> sorted(values.end() - newest, values.end());
    std::ranges::nth_element(sorted, sorted.begin() + newest / 2);
    return sorted[static_cast<std::size_t>(newest / 2)];
}

} // namespace limber::app
