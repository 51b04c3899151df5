// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"

#include <limits>
#include <string>

/// Estimates the remaining time of a computation from successive progress reports (progress.h). An estimate needs a
/// phase whose fraction grows by a twentieth of the whole, or another share that is given, while it is observed, and is
/// shown in that phase: there is none for a phase that only reports its start. The estimated end never moves to a later
/// time, not even in the next phase, so that the remaining time only counts down. After that end it stays used up, and
/// at once where a phase by its own speed needs twice the time that is left and at least 2 s more.
namespace limber {

/// ProgressReport::seconds_left where there is no estimate.
inline constexpr double time_left_unknown = -1.0;
inline constexpr double time_left_used_up = -2.0; // the work lasts longer than estimated

class TimeLeft {
public:
    /// Of the whole, because a phase's share of it is only roughly known. Less is enough where nearly all work is one
    /// phase of many equal steps.
    static constexpr double usual_least_growth = 0.05;

    explicit TimeLeft(double least_growth = usual_least_growth) : least_growth_(least_growth) {}

    /// Returns the report with `seconds_left` set.
    ProgressReport estimated(ProgressReport report);

private:
    void start_phase(const ProgressReport& report);

    double least_growth_;        // before the speed of a phase is extrapolated
    ProgressReport phase_start_; // the first report of the phase
    ProgressReport latest_;
    bool has_estimate_ = false;                            // of this phase
    double end_ = std::numeric_limits<double>::infinity(); // [s] on the reports' clock, the earliest estimated end
};

} // namespace limber
