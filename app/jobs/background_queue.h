// SPDX-License-Identifier: MIT
#pragma once

#include "app/jobs/catch_exceptions.h"
#include "app/jobs/lower_thread_priority.h"
#include "engine/core/progress.h"
#include "engine/core/time_left.h"

#include <chrono>
#include <concepts>
#include <condition_variable>
#include <functional>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

/// Runs tasks such as disk access, builds and searches on one background thread, one after the other in the order of
/// submission. The caller polls the results, and what tasks throw as errors. Submitting, cancelling and polling do not
/// wait for a task.
namespace limber::app {

/// What the destructor does. In both cases it waits for the running task.
enum class AtClose {
    cancel, // cancels the running task, drops those that have not started
    finish, // runs all tasks that were submitted
};

struct QueueOptions {
    ErrorContext error = {"a file could not be written or read", "close what is open, and try again"}; // of exceptions
    AtClose at_close = AtClose::cancel;
    int niceness = 0;                                   // of the thread, 0 to 19 (lower_thread_priority.h)
    double least_growth = TimeLeft::usual_least_growth; // of a task's progress, before its remaining time is estimated
};

template <typename T>
class BackgroundQueue {
public:
    /// The progress of a task, which it also uses to publish results before its end.
    class TaskProgress : public Progress {
    public:
        explicit TaskProgress(BackgroundQueue& queue) : queue_(queue) {}

        /// Blocks while the queue is paused. Returns false when the task is cancelled.
        bool wait_while_paused() {
            std::unique_lock lock(queue_.mutex_);
            return queue_.wait_while_paused(lock, *this);
        }
        /// Adds a result that poll returns, in place of the one that the task published before if that was not polled.
        /// Blocks while the queue is paused. Returns false, and adds nothing, when the task is cancelled.
        bool publish(T result) {
            std::list<Task> published;
            std::list<Task> replaced;
            Task& task = published.emplace_back();
            task.is_running = true;
            task.result.emplace(std::move(result));
            std::unique_lock lock(queue_.mutex_);
            if (!queue_.wait_while_paused(lock, *this)) {
                return false;
            }
            std::list<Task>& done = queue_.done_;
            if (!done.empty() && done.back().is_running) {
                replaced.splice(replaced.end(), done, std::prev(done.end()));
            }
            done.splice(done.end(), published);
            return true;
        }

    private:
        BackgroundQueue& queue_;
    };

    /// Returns ErrorKind::cancelled soon after the progress is cancelled; that result is dropped.
    using Work = std::function<Result<T>(TaskProgress&)>;

    explicit BackgroundQueue(const QueueOptions& options = {}) : options_(options) {}
    BackgroundQueue(const BackgroundQueue&) = delete;
    BackgroundQueue& operator=(const BackgroundQueue&) = delete;
    ~BackgroundQueue() {
        if (options_.at_close == AtClose::cancel) {
            cancel();
        }
        {
            const std::scoped_lock lock(mutex_);
            is_closing_ = true;
            is_paused_ = false;
        }
        wake_.notify_one();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    /// Runs the task after all others. `where`: the file that the error of an exception names.
    void submit(Work work, std::string where = {}) {
        std::list<Task> task = task_of(std::move(work), std::move(where));
        const std::scoped_lock lock(mutex_);
        add(task);
    }
    void submit(std::invocable auto work, std::string where = {}) {
        submit(Work([work = std::move(work)](TaskProgress&) -> Result<T> { return work(); }), std::move(where));
    }

    /// Cancels all other tasks and runs this one next: the newest task wins.
    void replace(Work work, std::string where = {}) {
        std::list<Task> task = task_of(std::move(work), std::move(where));
        std::list<Task> dropped;
        const std::scoped_lock lock(mutex_);
        drop_all(dropped);
        add(task);
    }

    /// Cancels the running task and drops those that wait. None of them has a result, and results that were not polled
    /// are dropped, too.
    void cancel() {
        std::list<Task> dropped;
        const std::scoped_lock lock(mutex_);
        drop_all(dropped);
    }

    /// While the queue is paused, the running task blocks as soon as it publishes a result or waits (TaskProgress).
    void pause(bool is_paused) {
        const std::scoped_lock lock(mutex_);
        is_paused_ = is_paused;
        wake_.notify_one();
    }

    /// Returns the oldest result that was not yet polled.
    std::optional<Result<T>> poll() {
        std::list<Task> first;
        const std::scoped_lock lock(mutex_);
        if (done_.empty()) {
            return std::nullopt;
        }
        first.splice(first.end(), done_, done_.begin());
        return std::move(first.front().result);
    }

    /// Of the running task, with an estimate of the remaining time; {} when none runs.
    ProgressReport progress() {
        const std::scoped_lock lock(mutex_);
        return running_.empty() ? ProgressReport{}
                                : running_.front().time_left.estimated(running_.front().progress->latest());
    }

    /// Whether a task waits, or runs and is not cancelled.
    bool is_busy() const {
        const std::scoped_lock lock(mutex_);
        return !waiting_.empty() || (!running_.empty() && !running_.front().progress->is_cancelled());
    }
    /// Whether no task waits or runs; a cancelled task runs until it returns.
    bool is_idle() const {
        const std::scoped_lock lock(mutex_);
        return has_no_task();
    }
    /// Whether the queue is idle and all results were polled.
    bool is_empty() const {
        const std::scoped_lock lock(mutex_);
        return has_no_task() && done_.empty();
    }

    /// Waits until the queue is idle.
    void wait() const {
        std::unique_lock lock(mutex_);
        idle_.wait(lock, [this] { return has_no_task(); });
    }
    /// Waits until the queue is idle; returns false after the timeout.
    bool wait_for(std::chrono::milliseconds timeout) const {
        std::unique_lock lock(mutex_);
        return idle_.wait_for(lock, timeout, [this] { return has_no_task(); });
    }

private:
    struct Task {
        Work work;
        std::string where;
        std::optional<TaskProgress> progress; // since the task started
        TimeLeft time_left;
        std::optional<Result<T>> result;
        bool is_running = false; // of a result that was published before the end of the task
    };

    std::list<Task> task_of(Work work, std::string where) const {
        std::list<Task> one;
        Task& task = one.emplace_back();
        task.time_left = TimeLeft(options_.least_growth);
        task.work = std::move(work);
        task.where = std::move(where);
        return one;
    }

    bool has_no_task() const {
        return waiting_.empty() && running_.empty();
    }

    bool wait_while_paused(std::unique_lock<std::mutex>& lock, const Progress& progress) {
        wake_.wait(lock, [&] { return !is_paused_ || progress.is_cancelled(); });
        return !progress.is_cancelled();
    }

    // A system without threads left fails the task.
    void add(std::list<Task>& task) {
        if (!thread_.joinable()) {
            if (auto error = thrown_by([this] { thread_ = std::thread([this] { run(); }); }, options_.error)) {
                task.front().result.emplace(*std::move(error));
                done_.splice(done_.end(), task);
                return;
            }
        }
        waiting_.splice(waiting_.end(), task);
        wake_.notify_one();
    }

    // The caller frees `dropped` without the lock.
    void drop_all(std::list<Task>& dropped) {
        if (!running_.empty()) {
            running_.front().progress->cancel();
            wake_.notify_one(); // it may be paused
        }
        dropped.splice(dropped.end(), waiting_);
        dropped.splice(dropped.end(), done_);
        idle_.notify_all();
    }

    // A task moves from list to list, so that nothing is allocated outside catch_exceptions. Work and results are freed
    // without the lock.
    void run() {
        if (options_.niceness > 0) {
            lower_thread_priority(options_.niceness);
        }
        std::unique_lock lock(mutex_);
        while (true) {
            wake_.wait(lock, [this] { return is_closing_ || !waiting_.empty(); });
            if (waiting_.empty()) {
                return;
            }
            running_.splice(running_.end(), waiting_, waiting_.begin());
            Task& task = running_.front();
            task.progress.emplace(*this);
            lock.unlock();
            carry_out(task);
            lock.lock();
            if (task.progress->is_cancelled()) {
                lock.unlock();
                task.result.reset();
                lock.lock();
                running_.clear();
            } else {
                done_.splice(done_.end(), running_);
            }
            idle_.notify_all();
        }
    }

    void carry_out(Task& task) const {
        if (auto error = thrown_by([&] { task.result.emplace(task.work(*task.progress)); }, options_.error)) {
            error->where = std::move(task.where);
            task.result.emplace(*std::move(error));
        }
        task.work = nullptr;
    }

    const QueueOptions options_;
    mutable std::mutex mutex_;
    std::condition_variable wake_; // only the queue's thread waits: for a task, or for the end of a pause
    mutable std::condition_variable idle_;
    std::list<Task> waiting_;
    std::list<Task> running_; // at most one
    std::list<Task> done_;
    bool is_closing_ = false;
    bool is_paused_ = false;
    std::thread thread_;
};

} // namespace limber::app
