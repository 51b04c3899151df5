// SPDX-License-Identifier: MIT
#include "app/cli/progress_output.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <unistd.h>
#include <utility>

namespace limber::app {
namespace {

constexpr double shortest_interval = 1.0; // [s]
constexpr double interval_in_logs = 10.0; // [s]

// "finding modes" of "finding modes, round 2".
std::string phase_in(const ProgressReport& report) {
    return report.phase.substr(0, report.phase.find(", "));
}

} // namespace

bool ProgressLines::is_due(const ProgressReport& report) const {
    const double passed = report.seconds - last_;
    const bool is_new = std::ranges::find(phases_, phase_in(report)) == phases_.end();
    return passed >= (is_new ? shortest_interval : interval_);
}

std::string ProgressLines::line(const ProgressReport& report) {
    share_ = std::max(share_, report.fraction);
    std::string text = "limber: " + (report.phase.empty() ? "preparing" : report.phase) + ", " +
                       std::to_string(std::lround(100.0 * share_)) + " %";
    if (report.seconds_left >= 0.0) {
        text += ", " + std::to_string(std::lround(std::ceil(report.seconds_left))) + " s left";
        has_estimate_ = true;
    } else if (report.seconds_left == time_left_used_up && has_estimate_) {
        text += ", longer than expected";
    }
    last_ = report.seconds;
    if (std::string phase = phase_in(report); std::ranges::find(phases_, phase) == phases_.end()) {
        phases_.push_back(std::move(phase));
    }
    return text;
}

ProgressPrinter::ProgressPrinter() : lines_(isatty(STDERR_FILENO) == 1 ? shortest_interval : interval_in_logs) {}

void ProgressPrinter::print(const Progress& progress) {
    const ProgressReport report = time_left_.estimated(progress.latest());
    if (lines_.is_due(report)) {
        std::cerr << lines_.line(report) << "\n" << std::flush;
    }
}

} // namespace limber::app
