#pragma once

#include "engine/core/progress.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

/// Work that nothing can interrupt, a sparse factorisation for one, for somebody who may lose patience: it runs on a
/// thread of its own, and whoever cancels is answered at once while the thread works on for nobody. What it holds and
/// what it made are freed the moment it ends. The next such work waits until then (and can be cancelled as it does), so
/// that impatience never costs the memory of two.
namespace limber {

/// True when `work` has ended, false when it was cancelled and abandoned. What `work` refers to must belong to it, by
/// value: it may outlive the caller. Without anybody to cancel it runs on the thread of the caller. What it throws is
/// thrown here.
bool ends_before_cancelled(std::function<void()> work, Progress* progress);

/// Whether all abandoned work has ended, at the latest after so long.
bool abandoned_work_rests(std::chrono::milliseconds patience);

/// What `work` makes, or nothing when it was cancelled.
template <typename T>
std::optional<T> made_unless_cancelled(std::function<T()> work, Progress* progress) {
    const auto made = std::make_shared<std::optional<T>>();
    const bool has_ended = ends_before_cancelled([made, work = std::move(work)] { made->emplace(work()); }, progress);
    return has_ended ? std::move(*made) : std::nullopt;
}

} // namespace limber
