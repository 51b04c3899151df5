// SPDX-License-Identifier: MIT
#include "engine/core/time_left.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double shortest_evidence = 1.0; // [s] before the speed of a phase is extrapolated
constexpr double long_ago = -std::numeric_limits<double>::infinity();
constexpr double overrun_min = 2.0; // [s]

// Whether work that ends at `end` lasts more than twice as long from now on as was estimated.
bool is_well_past(double estimated_end, double end, double now) {
    const double overrun = end - estimated_end;
    return overrun > overrun_min && overrun > estimated_end - now;
}

} // namespace

ProgressReport TimeLeft::estimated(ProgressReport report) {
    if (report.seconds < latest_.seconds) {
        *this = TimeLeft(least_growth_); // other work
    }
    if (report.phase != latest_.phase || report.fraction < latest_.fraction) {
        start_phase(report);
    }
    const double passed = report.seconds - phase_start_.seconds;
    const double done = report.fraction - phase_start_.fraction;
    if (report.fraction > latest_.fraction && passed >= shortest_evidence && done >= least_growth_) {
        const double end = report.seconds + passed * (1.0 - report.fraction) / done;
        end_ = is_well_past(end_, end, report.seconds) ? long_ago : std::min(end_, end);
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
