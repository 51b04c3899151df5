#include "app/panels/learning_curve.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

Course learning_curve(const Learnt& learnt) {
    Course curve;
    curve.length = std::max(static_cast<std::size_t>(std::max(0, learnt.generations)), learnt.best_costs.size());
    const auto found = std::ranges::find_if(learnt.best_costs, [](double cost) { return std::isfinite(cost); });
    curve.first = static_cast<std::size_t>(found - learnt.best_costs.begin());
    for (auto cost = found; cost != learnt.best_costs.end(); ++cost) {
        curve.values.push_back(static_cast<float>(-*cost));
    }
    return curve;
}

} // namespace limber::app
