// SPDX-License-Identifier: MIT
#include "engine/core/time_left.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// Before the speed of a phase is extrapolated:
constexpr double shortest_evidence = 1.0; // [s]
constexpr double least_growth = 0.05;     // of the whole, because a phase's share of it is only roughly known

} // namespace

ProgressReport TimeLeft::estimated(ProgressReport report) {
    const bool is_same_phase = report.phase == latest_.phase;
    const bool goes_back = report.seconds < latest_.seconds || report.fraction < latest_.fraction;
    if (!is_same_phase || goes_back) {
        start_phase(report);
    }
    const double passed = report.seconds - phase_start_.seconds;
    const double done = report.fraction - phase_start_.fraction;
    if (report.fraction > latest_.fraction && passed >= shortest_evidence && done >= least_growth) {
        end_ = std::min(end_, report.seconds + passed * (1.0 - report.fraction) / done);
    }
    const double left = end_ - report.seconds;
    report.seconds_left = std::isfinite(left) && left >= 0.0 ? left : -1.0;
    latest_ = report;
    return report;
}

void TimeLeft::start_phase(const ProgressReport& report) {
    phase_start_ = report;
    latest_ = report;
    end_ = std::numeric_limits<double>::infinity();
}

} // namespace limber
