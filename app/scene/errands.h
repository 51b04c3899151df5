#pragma once

#include "app/scene/thread_door.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

/// Work that may take as long as a disk does, for somebody who never waits: each errand is done on a thread of its own,
/// one after the other in the order in which they were given, and what came of it is fetched when there is time.
namespace limber::app {

template <typename T>
class Errands {
public:
    using Errand = std::function<Result<T>()>;

    Errands() = default;
    Errands(const Errands&) = delete;
    Errands& operator=(const Errands&) = delete;
    /// Waits for the errand that is being done; those that were not begun are dropped.
    ~Errands() {
        {
            const std::scoped_lock lock(mutex_);
            quit_ = true;
        }
        wake_.notify_one();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    void give(Errand errand) {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(std::move(errand));
        if (!thread_.joinable()) {
            thread_ = std::thread([this] { run(); });
        }
        wake_.notify_one();
    }

    /// What came of the oldest errand that was done and not yet fetched.
    std::optional<Result<T>> take_done() {
        const std::scoped_lock lock(mutex_);
        if (done_.empty()) {
            return std::nullopt;
        }
        std::optional<Result<T>> first(std::move(done_.front()));
        done_.pop_front();
        return first;
    }

    /// Until all are done; whether they are, after so long.
    void wait() {
        std::unique_lock lock(mutex_);
        rested_.wait(lock, [this] { return is_idle(); });
    }
    bool comes_to_rest(std::chrono::milliseconds patience) const {
        std::unique_lock lock(mutex_);
        return rested_.wait_for(lock, patience, [this] { return is_idle(); });
    }

private:
    bool is_idle() const {
        return waiting_.empty() && !is_busy_;
    }

    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            wake_.wait(lock, [this] { return quit_ || !waiting_.empty(); });
            if (quit_) {
                return;
            }
            std::optional<Errand> errand(std::move(waiting_.front()));
            waiting_.pop_front();
            is_busy_ = true;
            lock.unlock();
            std::optional<Result<T>> result;
            const auto trouble = thrown_by([&] { result.emplace((*errand)()); }, {"a file could not be written or read",
                                                                               "close what is open, and try again"});
            errand.reset(); // what it held may take time to free: outside of the lock
            lock.lock();
            done_.push_back(trouble ? Result<T>(*trouble) : *std::move(result));
            is_busy_ = false;
            rested_.notify_all();
        }
    }

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    mutable std::condition_variable rested_;
    std::deque<Errand> waiting_;
    std::deque<Result<T>> done_;
    bool is_busy_ = false;
    bool quit_ = false;
    std::thread thread_;
};

} // namespace limber::app
