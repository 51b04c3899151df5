#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

/// What threads that work together need so that an exception in one of them reaches whoever waits for all, and no
/// thread is left with what the others work on. The engine throws nothing itself, but runs out of memory like anybody.
namespace limber {

class FirstException {
public:
    /// An exception ends the work and is kept, if it is the first.
    template <typename Work>
    void keep_of(const Work& work) noexcept {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!first_) {
                first_ = std::current_exception();
            }
        }
    }

    /// Once, when all threads have ended their work.
    void rethrow() {
        if (const std::exception_ptr first = std::exchange(first_, nullptr)) {
            std::rethrow_exception(first);
        }
    }

private:
    std::mutex mutex_;
    std::exception_ptr first_;
};

/// As many threads as there are to be had, up to `count`; `body` is called with 1, 2, ...
template <typename Body>
void start_threads(std::size_t count, const Body& body, std::vector<std::jthread>& threads) {
    threads.reserve(count);
    try {
        for (std::size_t i = 0; i < count; ++i) {
            threads.emplace_back([body, number = i + 1] { body(number); });
        }
    } catch (const std::system_error&) { // the machine has no more; the work is done by those there are
    }
}

} // namespace limber
