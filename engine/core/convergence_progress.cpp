// SPDX-License-Identifier: MIT
#include "engine/core/convergence_progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double rounds_expected = 30.0; // while nothing is known

} // namespace

ConvergenceProgress::ConvergenceProgress(Progress* progress, std::string phase, double target)
    : progress_(progress), phase_(std::move(phase)), target_(target), round_(1.0 / rounds_expected) {}

bool ConvergenceProgress::keep_going(double share) {
    reported_ = std::max(reported_, done_ + share * round_);
    const std::string round = ", round " + std::to_string(rounds_ + 1);
    return limber::keep_going(progress_, phase_ + round, reported_);
}

void ConvergenceProgress::end_round(double residual) {
    ++rounds_;
    first_ = rounds_ == 1 ? residual : first_;
    const double left = rounds_left(residual);
    done_ = std::max(reported_, rounds_ / (rounds_ + left));
    round_ = (1.0 - done_) / (1.0 + left);
}

// At least one, because the rounds would have ended otherwise.
double ConvergenceProgress::rounds_left(double residual) const {
    const double way = std::log(residual / target_);
    const double fall = std::log(first_ / residual) / std::max(1, rounds_ - 1); // in a round
    if (!std::isfinite(way) || !(fall > 0.0)) {
        return rounds_expected;
    }
    return std::max(1.0, way / fall);
}

} // namespace limber
