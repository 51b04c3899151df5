// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"

#include <cstddef>
#include <functional>
#include <memory>

/// A pool of waiting threads, for frequent work that is too short to start threads for (as parallel_for does): a step
/// of many characters takes a millisecond, starting a thread up to a tenth of that.
namespace limber {

class ThreadPool {
public:
    /// `threads` includes the caller's thread: a pool of one starts none.
    explicit ThreadPool(Threads threads = {});
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Calls body(i) once for each i in [0, count), on any thread and in any order, and returns after all calls. Not
    /// reentrant: only one thread at a time may call it. Calls must be independent of each other. Rethrows the first
    /// exception after all threads have stopped; then calls may be missing.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& body);
    /// The same with body(i, thread), thread in [0, thread_count()), for scratch memory a thread.
    using Body = std::function<void(std::size_t i, std::size_t thread)>;
    void for_each(std::size_t count, const Body& body);

    /// Includes the caller's thread; smaller than requested if the system allowed no more.
    std::size_t thread_count() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber
