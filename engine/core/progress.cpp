// SPDX-License-Identifier: MIT
#include "engine/core/progress.h"

#include <algorithm>

namespace limber {

void Progress::report(std::string_view phase, double fraction) {
    const std::scoped_lock lock(mutex_);
    phase_ = phase;
    fraction_ = from_ + (to_ - from_) * std::clamp(fraction, 0.0, 1.0);
}

void Progress::report_phase(std::string_view phase) {
    const std::scoped_lock lock(mutex_);
    phase_ = phase;
}

void Progress::set_range(double from, double to) {
    const std::scoped_lock lock(mutex_);
    from_ = from;
    to_ = to;
}

ProgressReport Progress::latest() const {
    const std::scoped_lock lock(mutex_);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return {phase_, fraction_, passed.count(), -1.0}; // TimeLeft estimates the remaining time from several reports
}

bool keep_going(Progress* progress, std::string_view phase, double fraction) {
    if (!progress) {
        return true;
    }
    progress->report(phase, fraction);
    return !progress->is_cancelled();
}

} // namespace limber
