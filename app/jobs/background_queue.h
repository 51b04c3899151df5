#pragma once

#include "app/jobs/catch_exceptions.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

/// Runs tasks such as disk access on one background thread, one after the other in the order of submission. The caller
/// polls the results and never waits.
namespace limber::app {

template <typename T>
class BackgroundQueue {
public:
    using Work = std::function<Result<T>()>;

    BackgroundQueue() = default;
    BackgroundQueue(const BackgroundQueue&) = delete;
    BackgroundQueue& operator=(const BackgroundQueue&) = delete;
    /// Waits for the running task; tasks that have not started are dropped.
    ~BackgroundQueue() {
        {
            const std::scoped_lock lock(mutex_);
            quit_ = true;
        }
        wake_.notify_one();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    void give(Work work) {
        std::list<Task> one;
        one.push_back({std::move(work), std::nullopt});
        const std::scoped_lock lock(mutex_);
        if (!thread_.joinable()) {
            thread_ = std::thread([this] { run(); });
        }
        waiting_.splice(waiting_.end(), one);
        wake_.notify_one();
    }

    /// Returns the result of the oldest finished task that was not yet taken.
    std::optional<Result<T>> take_done() {
        std::list<Task> first;
        const std::scoped_lock lock(mutex_);
        if (done_.empty()) {
            return std::nullopt;
        }
        first.splice(first.end(), done_, done_.begin());
        return std::move(first.front().result);
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
    struct Task {
        Work work;
        std::optional<Result<T>> result;
    };

    bool is_idle() const {
        return waiting_.empty() && !is_busy_;
    }

    // A task moves from list to list, so that nothing is allocated outside catch_exceptions, and it is freed without
    // the lock.
    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            wake_.wait(lock, [this] { return quit_ || !waiting_.empty(); });
            if (quit_) {
                return;
            }
            std::list<Task> current;
            current.splice(current.end(), waiting_, waiting_.begin());
            is_busy_ = true;
            lock.unlock();
            carry_out(current.front());
            lock.lock();
            done_.splice(done_.end(), current);
            is_busy_ = false;
            rested_.notify_all();
        }
    }

    static void carry_out(Task& task) {
        auto trouble = thrown_by([&] { task.result.emplace(task.work()); },
                                 {"a file could not be written or read", "close what is open, and try again"});
        if (trouble) {
            task.result.emplace(*std::move(trouble));
        }
        task.work = nullptr;
    }

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    mutable std::condition_variable rested_;
    std::list<Task> waiting_;
    std::list<Task> done_;
    bool is_busy_ = false;
    bool quit_ = false;
    std::thread thread_;
};

} // namespace limber::app
