// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

/// Carries an exception from one of several cooperating threads to the thread that waits for all of them. The engine
/// throws nothing itself, but may run out of memory.
namespace limber {

class FirstException {
public:
    /// Runs the work and stores its exception if it is the first.
    template <typename Work>
    void capture(const Work& work) noexcept {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!first_) {
                first_ = std::current_exception();
            }
        }
    }

    /// Call once, after all threads have ended their work.
    void rethrow() {
        if (const std::exception_ptr first = std::exchange(first_, nullptr)) {
            std::rethrow_exception(first);
        }
    }

private:
    std::mutex mutex_;
    std::exception_ptr first_;
};

/// Starts up to `count` threads, as many as the system allows; calls `body` with 1, 2, ...
template <typename Body>
void start_threads(std::size_t count, const Body& body, std::vector<std::jthread>& threads) {
    threads.reserve(count);
    try {
        for (std::size_t i = 0; i < count; ++i) {
            threads.emplace_back([body, number = i + 1] { body(number); });
        }
    } catch (const std::system_error&) { // the system allows no more threads; those that exist do the work
    }
}

} // namespace limber
