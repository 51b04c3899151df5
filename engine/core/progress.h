// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

/// Progress reports of a long computation, and its cancellation. Shared by two threads. Long functions take a
/// `Progress*` (may be null), report at least a few times a second, and return ErrorKind::cancelled soon after
/// keep_going returns false.
namespace limber {

struct ProgressReport {
    std::string phase;         // "eigenmodes", "clusters", ...
    double fraction = 0.0;     // of the whole, 0 to 1
    double seconds = 0.0;      // since the start
    double seconds_left = 0.0; // an estimate; negative while unknown
};

class Progress {
public:
    void report(std::string_view phase, double fraction);
    /// Leaves the fraction as it is.
    void report_phase(std::string_view phase);
    /// Maps the following reports from [0, 1] to this range of the whole.
    void set_range(double from, double to);
    ProgressReport latest() const;

    void cancel() {
        cancelled_ = true;
    }
    bool is_cancelled() const {
        return cancelled_;
    }

private:
    mutable std::mutex mutex_;
    std::string phase_;
    double fraction_ = 0.0;
    double from_ = 0.0;
    double to_ = 1.0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<bool> cancelled_ = false;
};

/// Reports unless progress is null; returns false when the work should stop.
bool keep_going(Progress* progress, std::string_view phase, double fraction);

} // namespace limber
