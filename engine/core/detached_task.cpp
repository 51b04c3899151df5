// SPDX-License-Identifier: MIT
#include "engine/core/detached_task.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace limber {
namespace {

constexpr std::chrono::milliseconds poll_interval(10);

// Never destroyed, because an abandoned thread may end after static destruction.
struct AbandonedTasks {
    std::mutex mutex;
    std::condition_variable ended;
    int count = 0;
};

AbandonedTasks& abandoned_tasks() {
    static auto* const all = new AbandonedTasks;
    return *all;
}

// The state of one task: abandoned or ended, whichever came first.
class TaskState {
public:
    void set_ended() {
        const std::scoped_lock lock(abandoned_tasks().mutex);
        ended_ = true;
        if (is_abandoned_) {
            --abandoned_tasks().count;
            abandoned_tasks().ended.notify_all();
        }
    }
    void set_abandoned() {
        const std::scoped_lock lock(abandoned_tasks().mutex);
        if (!ended_) {
            is_abandoned_ = true;
            ++abandoned_tasks().count;
        }
    }

private:
    bool ended_ = false;
    bool is_abandoned_ = false;
};

bool wait_unless_cancelled(const Progress& progress) {
    while (!wait_for_abandoned_work(poll_interval)) {
        if (progress.is_cancelled()) {
            return false;
        }
    }
    return !progress.is_cancelled();
}

} // namespace

bool wait_for_abandoned_work(std::chrono::milliseconds timeout) {
    std::unique_lock lock(abandoned_tasks().mutex);
    return abandoned_tasks().ended.wait_for(lock, timeout, [] { return abandoned_tasks().count == 0; });
}

bool run_detached(std::function<void()> work, Progress* progress) {
    if (!progress) {
        work();
        return true;
    }
    if (!wait_unless_cancelled(*progress)) {
        return false;
    }
    const auto state = std::make_shared<TaskState>();
    auto task = std::make_unique<std::packaged_task<void()>>(std::move(work));
    std::future<void> end = task->get_future();
    std::thread([state, task = std::move(task)]() mutable {
        (*task)();
        task.reset(); // frees everything that the task holds before its end is announced
        state->set_ended();
    }).detach();
    while (end.wait_for(poll_interval) != std::future_status::ready) {
        if (progress->is_cancelled()) {
            state->set_abandoned();
            return false;
        }
    }
    end.get();
    return true;
}

} // namespace limber
