// SPDX-License-Identifier: MIT
#include "engine/core/time_left.h"

#include <algorithm>

namespace limber {
namespace {

// Before the speed of a phase is extrapolated:
constexpr double shortest_evidence = 1.0; // [s]
constexpr double least_growth = 0.05;     // of the whole, because a phase's share of it is only roughly known

} // namespace

ProgressReport TimeLeft::estimated(ProgressReport report) {
    if (report.seconds < latest_.seconds) {
        *this = {}; // other work
    }
    if (report.phase != latest_.phase || report.fraction < latest_.fraction) {
        start_phase(report);
    }
    const double passed = report.seconds - phase_start_.seconds;
    const double done = report.fraction - phase_start_.fraction;
    if (report.fraction > latest_.fraction && passed >= shortest_evidence && done >= least_growth) {
        end_ = std::min(end_, report.seconds + passed * (1.0 - report.fraction) / done);
        has_estimate_ = true;
    }
    const double left = end_ - report.seconds;
    report.seconds_left = left < 0.0 ? time_left_used_up : has_estimate_ ? left : time_left_unknown;
    latest_ = report;
    return report;
}

void TimeLeft::start_phase(const ProgressReport& report) {
    phase_start_ = report;
    latest_ = report;
    has_estimate_ = false;
}

} // namespace limber
