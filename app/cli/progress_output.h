// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/interruption.h"
#include "engine/core/progress.h"
#include "engine/core/time_left.h"

#include <chrono>
#include <future>

namespace limber::app {

/// One line on stderr: the phase, the share that is done, and the seconds left where they are known.
void print_progress(const ProgressReport& report);

/// Runs the work on another thread, prints its progress once a second, and returns its result. Ctrl+C cancels its
/// progress, so that it soon returns ErrorKind::cancelled.
template <typename Work>
auto with_progress(const Interruption& interruption, Work work) {
    Progress progress;
    TimeLeft time_left;
    auto result = std::async(std::launch::async, [&] { return work(&progress); });
    auto next_line = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        if (interruption.is_requested()) {
            progress.cancel();
        } else if (std::chrono::steady_clock::now() >= next_line) {
            print_progress(time_left.estimated(progress.latest()));
            next_line += std::chrono::seconds(1);
        }
    }
    return result.get();
}

/// Runs the work on another thread, prints its progress once a second, and returns its result.
template <typename Work>
auto with_progress(Work work) {
    Progress progress;
    TimeLeft time_left;
    auto result = std::async(std::launch::async, [&] { return work(&progress); });
    while (result.wait_for(std::chrono::seconds(1)) != std::future_status::ready) {
        print_progress(time_left.estimated(progress.latest()));
    }
    return result.get();
}

} // namespace limber::app
