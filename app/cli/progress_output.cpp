// SPDX-License-Identifier: MIT
#include "app/cli/progress_output.h"

#include "engine/core/time_left.h"

#include <cmath>
#include <iostream>

namespace limber::app {

void print_progress(const ProgressReport& report) {
    std::cerr << "limber: " << (report.phase.empty() ? "preparing" : report.phase) << ", "
              << std::lround(100.0 * report.fraction) << " %";
    if (report.seconds_left >= 0.0) {
        std::cerr << ", " << std::lround(std::ceil(report.seconds_left)) << " s left";
    } else if (report.seconds_left == time_left_used_up) {
        std::cerr << ", longer than expected";
    }
    std::cerr << '\n';
}

} // namespace limber::app
