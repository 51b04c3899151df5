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
    /// Maps the following reports from [0, 1] to this range of the whole, or of the part that is open (PartOfProgress).
    void set_range(double from, double to);
    ProgressReport latest() const;

    void cancel() {
        cancelled_ = true;
    }
    bool is_cancelled() const {
        return cancelled_;
    }

private:
    friend class PartOfProgress;

    struct Range {
        double from = 0.0;
        double to = 1.0;

        double at(double share) const {
            return from + (to - from) * share;
        }
    };
    Range exchange_part(const Range& part);
    Range part() const;

    mutable std::mutex mutex_;
    std::string phase_;
    double fraction_ = 0.0;
    Range part_;  // of the whole
    Range range_; // of the part
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<bool> cancelled_ = false;
};

/// While it lives, what a computation reports as its whole is this part of the whole of its caller, so that a
/// computation with ranges of its own can be a step of another one. Parts nest: they are parts of the one that is open,
/// whatever its range is, and the range is the whole of the part where one begins or ends. With a null progress it does
/// nothing.
class PartOfProgress {
public:
    PartOfProgress(Progress* progress, double from, double to);
    ~PartOfProgress();
    PartOfProgress(const PartOfProgress&) = delete;
    PartOfProgress& operator=(const PartOfProgress&) = delete;

private:
    Progress* progress_;
    Progress::Range before_;
};

/// Reports unless progress is null; returns false when the work should stop.
bool keep_going(Progress* progress, std::string_view phase, double fraction);

} // namespace limber
