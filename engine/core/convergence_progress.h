// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"

#include <string>

namespace limber {

/// The progress of rounds whose residual falls by about the same factor in each: how many are left is estimated from
/// the logarithms of the residuals. Its fraction never falls, and is below 1 however many rounds there are.
class ConvergenceProgress {
public:
    /// `phase`: of the reports, which add the number of the round. `target`: the residual that ends the rounds.
    ConvergenceProgress(Progress* progress, std::string phase, double target);

    /// Reports that this share of a round, in [0, 1), is done; returns false when the work should stop.
    bool keep_going(double share);
    /// Ends a round with this residual.
    void end_round(double residual);

private:
    double rounds_left(double residual) const;

    Progress* progress_;
    std::string phase_;
    double target_;
    double first_ = 0.0;    // residual, of the first round
    int rounds_ = 0;        // that have ended
    double done_ = 0.0;     // of the whole, at the start of the round
    double round_ = 0.0;    // the share of the whole that the round has
    double reported_ = 0.0; // the largest fraction so far
};

} // namespace limber
