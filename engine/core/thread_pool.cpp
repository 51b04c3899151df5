// SPDX-License-Identifier: MIT
#include "engine/core/thread_pool.h"

#include "engine/core/first_exception.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace limber {

struct ThreadPool::Shared {
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable helper_is_done;
    const Body* body = nullptr; // null: nothing to do
    std::size_t count = 0;
    std::atomic<std::size_t> next = 0;
    std::uint64_t round = 0; // counts the calls of for_each
    int busy = 0;            // helpers that work on the current round
    bool stop = false;
    FirstException exception;
    std::vector<std::jthread> helpers;

    void run_iterations(const Body& work, std::size_t end, std::size_t thread) {
        exception.capture([&] {
            for (std::size_t i = next++; i < end; i = next++) {
                work(i, thread);
            }
        });
    }

    void run_helper(std::size_t thread) {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex);
        while (true) {
            wake.wait(lock, [&] { return stop || (body && round != seen); });
            if (stop) {
                return;
            }
            seen = round;
            const auto& work = *body;
            const std::size_t end = count;
            ++busy;
            lock.unlock();
            run_iterations(work, end, thread);
            lock.lock();
            --busy;
            helper_is_done.notify_one();
        }
    }
};

ThreadPool::ThreadPool(Threads threads) : shared_(std::make_unique<Shared>()) {
    const int wanted = threads.count > 0 ? threads.count : static_cast<int>(std::thread::hardware_concurrency());
    const auto run_helper = [shared = shared_.get()](std::size_t thread) {
        shared->run_helper(thread);
    };
    start_threads(static_cast<std::size_t>(std::max(1, wanted) - 1), run_helper, shared_->helpers);
}

ThreadPool::~ThreadPool() {
    {
        const std::scoped_lock lock(shared_->mutex);
        shared_->stop = true;
    }
    shared_->wake.notify_all();
    shared_->helpers.clear();
}

std::size_t ThreadPool::thread_count() const {
    return shared_->helpers.size() + 1;
}

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t)>& body) {
    for_each(count, [&body](std::size_t i, std::size_t) { body(i); });
}

// A helper that wakes up late finds no work left, and for_each has not waited for it.
void ThreadPool::for_each(std::size_t count, const Body& body) {
    Shared& shared = *shared_;
    if (count < 2 || shared.helpers.empty()) {
        for (std::size_t i = 0; i < count; ++i) {
            body(i, 0);
        }
        return;
    }
    {
        const std::scoped_lock lock(shared.mutex);
        shared.body = &body;
        shared.count = count;
        shared.next = 0;
        ++shared.round;
    }
    shared.wake.notify_all();
    shared.run_iterations(body, count, 0);
    std::unique_lock lock(shared.mutex);
    shared.body = nullptr;
    shared.helper_is_done.wait(lock, [&] { return shared.busy == 0; });
    shared.exception.rethrow();
}

} // namespace limber
