// SPDX-License-Identifier: MIT
#include "app/panels/score_curve.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

ProgressCurve score_curve(const GaitSearchStatus& search_status) {
    ProgressCurve curve;
    curve.length =
        std::max(static_cast<std::size_t>(std::max(0, search_status.generations)), search_status.best_costs.size());
    const auto found = std::ranges::find_if(search_status.best_costs, [](double cost) { return std::isfinite(cost); });
    curve.first = static_cast<std::size_t>(found - search_status.best_costs.begin());
    for (auto cost = found; cost != search_status.best_costs.end(); ++cost) {
        curve.values.push_back(static_cast<float>(-*cost));
    }
    return curve;
}

} // namespace limber::app
