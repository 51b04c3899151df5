#include "engine/core/detached_task.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace limber {
namespace {

constexpr std::chrono::milliseconds between_looks(10);

// Never destroyed: an abandoned thread may end after everything else has.
struct Abandoned {
    std::mutex mutex;
    std::condition_variable ended;
    int count = 0;
};

Abandoned& abandoned() {
    static auto* const all = new Abandoned;
    return *all;
}

// On its thread: that it was abandoned, or that it has ended, whichever comes first.
class TaskState {
public:
    void has_ended() {
        const std::scoped_lock lock(abandoned().mutex);
        ended_ = true;
        if (is_abandoned_) {
            --abandoned().count;
            abandoned().ended.notify_all();
        }
    }
    void is_abandoned() {
        const std::scoped_lock lock(abandoned().mutex);
        if (!ended_) {
            is_abandoned_ = true;
            ++abandoned().count;
        }
    }

private:
    bool ended_ = false;
    bool is_abandoned_ = false;
};

bool waited_for_the_abandoned(const Progress& progress) {
    while (!abandoned_work_rests(between_looks)) {
        if (progress.is_cancelled()) {
            return false;
        }
    }
    return !progress.is_cancelled();
}

} // namespace

bool abandoned_work_rests(std::chrono::milliseconds patience) {
    std::unique_lock lock(abandoned().mutex);
    return abandoned().ended.wait_for(lock, patience, [] { return abandoned().count == 0; });
}

bool ends_before_cancelled(std::function<void()> work, Progress* progress) {
    if (!progress) {
        work();
        return true;
    }
    if (!waited_for_the_abandoned(*progress)) {
        return false;
    }
    const auto fate = std::make_shared<TaskState>();
    auto task = std::make_unique<std::packaged_task<void()>>(std::move(work));
    std::future<void> end = task->get_future();
    std::thread([fate, task = std::move(task)]() mutable {
        (*task)();
        task.reset(); // and all that it holds, before anybody hears of the end
        fate->has_ended();
    }).detach();
    while (end.wait_for(between_looks) != std::future_status::ready) {
        if (progress->is_cancelled()) {
            fate->is_abandoned();
            return false;
        }
    }
    end.get();
    return true;
}

} // namespace limber
