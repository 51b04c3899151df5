// SPDX-License-Identifier: MIT
#include "engine/stepper/sufficient_decrease.h"

#include <cmath>

namespace limber {
namespace {

constexpr double sufficient_decrease = 1e-4; // share of the slope

} // namespace

bool decreases_enough(const Iterate& now, const Iterate& trial, const Coordinates& direction, const Line& line,
                      double round_off) {
    const double difference = trial.objective - now.objective;
    if (std::abs(difference) > round_off) {
        return difference <= sufficient_decrease * line.length * line.slope;
    }
    return std::abs(trial.gradient.cwiseProduct(direction).sum()) <= std::abs(line.slope);
}

} // namespace limber
