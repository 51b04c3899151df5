#pragma once

#include "engine/core/progress.h"

#include <limits>
#include <string>

/// Estimates how long a computation still takes, from the reports that are read of it while it runs (progress.h), in
/// their order. An estimate needs a phase whose fraction grows while it is watched, and holds for that phase: from
/// report to report it counts down, and it never grows. Of a phase that reports nothing but its beginning nothing is
/// known, and no estimate is given; nor is one given once an estimate has run out.
namespace limber {

class TimeLeft {
public:
    /// The report with its `seconds_left` filled in.
    ProgressReport estimated(ProgressReport report);

private:
    void start_phase(const ProgressReport& report);

    ProgressReport phase_start_; // the first report of the phase
    ProgressReport latest_;
    double end_ = std::numeric_limits<double>::infinity(); // [s] on the reports' clock, as estimated in this phase
};

} // namespace limber
