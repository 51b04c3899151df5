#pragma once

#include "engine/core/parallel_for.h"

#include <cstddef>
#include <functional>
#include <memory>

/// Threads that stand ready, for work that comes again and again and lasts too short to start threads for it (which is
/// what parallel_for does): a step of many characters takes a millisecond, starting a thread up to a tenth of that.
namespace limber {

class ThreadPool {
public:
    /// `threads` counts the caller's own, so that a pool of one starts none.
    explicit ThreadPool(Threads threads = {});
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Calls body(i) once for each i in [0, count), on any of the threads and in any order, and returns when all calls
    /// have. One thread at a time may ask. Nothing that the calls compute may depend on each other. An exception is
    /// thrown on, the first of several, when no thread works any more; then calls may be missing.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& body);
    /// The same with body(i, thread), thread in [0, thread_count()): for scratch of which each thread has its own.
    using Body = std::function<void(std::size_t i, std::size_t thread)>;
    void for_each(std::size_t count, const Body& body);

    /// The caller's included; fewer than asked for where the machine had no more.
    std::size_t thread_count() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber
