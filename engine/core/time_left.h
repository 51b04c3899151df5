// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"

#include <limits>
#include <string>

/// Estimates the remaining time of a computation from successive progress reports (progress.h). An estimate needs a
/// phase whose fraction grows by a twentieth of the whole while it is observed, and is valid for that phase: it counts
/// down from report to report and never grows. There is no estimate for a phase that only reports its start, nor after
/// an estimate has run out.
namespace limber {

class TimeLeft {
public:
    /// Returns the report with `seconds_left` set.
    ProgressReport estimated(ProgressReport report);

private:
    void start_phase(const ProgressReport& report);

    ProgressReport phase_start_; // the first report of the phase
    ProgressReport latest_;
    double end_ = std::numeric_limits<double>::infinity(); // [s] on the reports' clock, the estimated end in this phase
};

} // namespace limber
