// SPDX-License-Identifier: MIT
#include "engine/core/progress.h"

#include <algorithm>
#include <utility>

namespace limber {

void Progress::report(std::string_view phase, double fraction) {
    const std::scoped_lock lock(mutex_);
    phase_ = phase;
    fraction_ = part_.at(range_.at(std::clamp(fraction, 0.0, 1.0)));
}

void Progress::report_phase(std::string_view phase) {
    const std::scoped_lock lock(mutex_);
    phase_ = phase;
}

void Progress::set_range(double from, double to) {
    const std::scoped_lock lock(mutex_);
    range_ = {from, to};
}

// The range within the part begins anew.
Progress::Range Progress::exchange_part(const Range& part) {
    const std::scoped_lock lock(mutex_);
    range_ = {};
    return std::exchange(part_, part);
}

Progress::Range Progress::part() const {
    const std::scoped_lock lock(mutex_);
    return part_;
}

ProgressReport Progress::latest() const {
    const std::scoped_lock lock(mutex_);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return {phase_, fraction_, passed.count(), -1.0}; // TimeLeft estimates the remaining time from several reports
}

PartOfProgress::PartOfProgress(Progress* progress, double from, double to) : progress_(progress) {
    if (progress_) {
        const Progress::Range whole = progress_->part();
        before_ = progress_->exchange_part({whole.at(from), whole.at(to)});
    }
}

PartOfProgress::~PartOfProgress() {
    if (progress_) {
        progress_->exchange_part(before_);
    }
}

bool keep_going(Progress* progress, std::string_view phase, double fraction) {
    if (!progress) {
        return true;
    }
    progress->report(phase, fraction);
    return !progress->is_cancelled();
}

} // namespace limber
