// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

/// Runs work that cannot be interrupted, such as a sparse factorisation, so that it can still be cancelled: it runs on
/// a thread of its own, and on cancellation the caller returns at once while the thread finishes in the background and
/// discards its result. Its memory is freed as soon as it ends. The next such task waits until then (and can be
/// cancelled meanwhile), so that never two of them use memory at the same time.
namespace limber {

/// Returns true when `work` has ended, false when it was cancelled and abandoned. `work` must own everything it refers
/// to, by value, because it may outlive the caller. Without progress it runs on the caller's thread. Rethrows its
/// exceptions.
bool run_detached(std::function<void()> work, Progress* progress);

/// Waits for all abandoned work to end; returns false after the timeout.
bool wait_for_abandoned_work(std::chrono::milliseconds timeout);

/// The result of `work`, or nullopt when it was cancelled.
template <typename T>
std::optional<T> compute_detached(std::function<T()> work, Progress* progress) {
    const auto result = std::make_shared<std::optional<T>>();
    const bool has_ended = run_detached([result, work = std::move(work)] { result->emplace(work()); }, progress);
    return has_ended ? std::move(*result) : std::nullopt;
}

} // namespace limber
