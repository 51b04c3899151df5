// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/interruption.h"
#include "engine/core/progress.h"
#include "engine/core/time_left.h"

#include <chrono>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {

/// The lines about a computation's progress: the phase, the share that is done, and the seconds left where they are
/// known. The share does not fall, also where a computation goes back because a part of it begins again. That it lasts
/// longer than expected is in no line before one with an estimate.
class ProgressLines {
public:
    /// [s] between two lines. A phase that begins for the first time has a line once a second has passed since the last
    /// one; rounds of a phase, "finding modes, round 2", are no phases of their own.
    explicit ProgressLines(double interval) : interval_(interval) {}

    /// Whether a line is due, at a time of the report's clock.
    bool is_due(const ProgressReport& report) const;
    /// The line, which is then the last one.
    std::string line(const ProgressReport& report);

private:
    double interval_;
    double last_ = 0.0;               // [s], on the clock of the reports
    double share_ = 0.0;              // the largest so far
    std::vector<std::string> phases_; // that have a line
    bool has_estimate_ = false;
};

/// Prints lines on stderr: one a second, or where it is no terminal one in ten.
class ProgressPrinter {
public:
    ProgressPrinter();
    void print(const Progress& progress);

private:
    ProgressLines lines_;
    TimeLeft time_left_;
};

/// Of a command that computes one thing after another, over all of them: each is a PartOfProgress.
struct CommandProgress {
    Progress progress;
    ProgressPrinter printer;
};

/// Runs the work on another thread, prints its progress, and returns its result. Ctrl+C cancels its progress, so that
/// it soon returns ErrorKind::cancelled.
template <typename Work>
auto with_progress(CommandProgress& all, const Interruption& interruption, Work work) {
    auto result = std::async(std::launch::async, [&] { return work(&all.progress); });
    while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        if (interruption.is_requested()) {
            all.progress.cancel();
        } else {
            all.printer.print(all.progress);
        }
    }
    return result.get();
}

/// The same without Ctrl+C.
template <typename Work>
auto with_progress(CommandProgress& all, Work work) {
    auto result = std::async(std::launch::async, [&] { return work(&all.progress); });
    while (result.wait_for(std::chrono::milliseconds(250)) != std::future_status::ready) {
        all.printer.print(all.progress);
    }
    return result.get();
}

/// Of a command's only computation.
template <typename Work>
auto with_progress(const Interruption& interruption, Work work) {
    CommandProgress all;
    return with_progress(all, interruption, std::move(work));
}

template <typename Work>
auto with_progress(Work work) {
    CommandProgress all;
    return with_progress(all, std::move(work));
}

} // namespace limber::app
