// SPDX-License-Identifier: MIT
#include "engine/stepper/backtracking.h"

#include "engine/stepper/descent_memory.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double sufficient_decrease = 1e-4; // share of the slope
constexpr double shortest_move = 1e-12;      // of the direction

bool decreases_enough(const Iterate& now, const Iterate& trial, const LineSearch& search, const Line& line) {
    const double difference = trial.objective - now.objective;
    if (std::abs(difference) > search.round_off) {
        return difference <= sufficient_decrease * line.length * line.slope;
    }
    return std::abs(trial.gradient.cwiseProduct(search.direction).sum()) <= std::abs(line.slope);
}

} // namespace

bool backtrack(const LineSearch& search, Iterate& now, Iterate& trial, Descent& descent) {
    Line line{search.direction.cwiseProduct(now.gradient).sum(), 1.0};
    while (line.slope < 0.0 && line.length >= shortest_move && descent.iterations < search.evaluations) {
        trial.Z = now.Z + line.length * search.direction;
        search.evaluate(trial);
        ++descent.iterations;
        if (decreases_enough(now, trial, search, line)) {
            descent.change = relative_change(trial.Z, now.Z) / line.length;
            std::swap(now, trial);
            return true;
        }
        line.length = shorter_length(now, trial, line);
    }
    return false;
}

} // namespace limber
