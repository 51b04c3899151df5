// SPDX-License-Identifier: MIT
#include "app/jobs/background_queue.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace limber::app {
namespace {

using ::testing::ElementsAre;

// A task that runs until it is released or cancelled.
struct HeldTask {
    std::latch started{1};
    std::latch released{1};

    BackgroundQueue<int>::Work until_released(int result) {
        return [this, result](Progress&) -> Result<int> {
            started.count_down();
            released.wait();
            return result;
        };
    }
    BackgroundQueue<int>::Work until_cancelled() {
        return [this](Progress& progress) -> Result<int> {
            started.count_down();
            while (!progress.is_cancelled()) {
                std::this_thread::yield();
            }
            return Error{ErrorKind::cancelled, "cancelled", {}};
        };
    }
};

std::vector<int> values(BackgroundQueue<int>& queue) {
    std::vector<int> all;
    while (const auto result = queue.poll()) {
        all.push_back(result->value());
    }
    return all;
}

TEST(BackgroundQueue, RunsTasksInTheOrderOfSubmission) {
    BackgroundQueue<int> queue;
    std::vector<int> order;
    for (int i = 0; i < 20; ++i) {
        queue.submit([i, &order]() -> Result<int> {
            order.push_back(i); // without a lock, because only one task runs at a time
            return i;
        });
    }
    queue.wait();
    EXPECT_EQ(order.size(), 20u);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    EXPECT_EQ(values(queue), order);
}

TEST(BackgroundQueue, RunsNothingOnTheThreadOfTheCaller) {
    std::vector<std::thread::id> threads;
    {
        BackgroundQueue<int> queue({.at_close = AtClose::finish});
        const auto work = [&]() -> Result<int> {
            threads.push_back(std::this_thread::get_id());
            return 0;
        };
        queue.submit(work);
        queue.wait();
        queue.submit(work);
        static_cast<void>(queue.wait_for(std::chrono::milliseconds(0)));
        queue.submit(work);
    }
    ASSERT_EQ(threads.size(), 3u);
    for (const std::thread::id& thread : threads) {
        EXPECT_NE(thread, std::this_thread::get_id());
        EXPECT_EQ(thread, threads.front());
    }
}

TEST(BackgroundQueue, ReturnsErrorsAndExceptionsInOrder) {
    BackgroundQueue<int> queue({.error = {"the model could not be built", "take fewer modes"}});
    queue.submit([]() -> Result<int> { return Error{ErrorKind::not_converged, "it diverged", "mesh.msh"}; });
    queue.submit([]() -> Result<int> { throw std::bad_alloc(); });
    queue.submit([]() -> Result<int> { throw std::logic_error("a mistake"); }, "scene.json");
    queue.submit([]() -> Result<int> { throw 1; });
    queue.submit([]() -> Result<int> { return 4; });
    queue.wait();
    std::vector<std::string> errors;
    for (int i = 0; i < 4; ++i) {
        errors.push_back(sentence(queue.poll()->error()));
    }
    EXPECT_THAT(errors,
                ElementsAre("mesh.msh: it diverged",
                            "the model could not be built, because there was not enough memory; take fewer modes",
                            "scene.json: the model could not be built: a mistake", "the model could not be built"));
    EXPECT_THAT(values(queue), ElementsAre(4)) << "the thread runs on";
}

TEST(BackgroundQueue, TheNewestTaskReplacesTheRunningAndTheWaitingOnes) {
    BackgroundQueue<int> queue;
    HeldTask first;
    queue.submit(first.until_cancelled());
    queue.submit([]() -> Result<int> { return 1; });
    first.started.wait();
    queue.replace([](Progress&) -> Result<int> { return 2; });
    queue.wait();
    EXPECT_THAT(values(queue), ElementsAre(2));
}

TEST(BackgroundQueue, TheNewestTaskReplacesAResultThatWasNotPolled) {
    BackgroundQueue<int> queue;
    queue.submit([]() -> Result<int> { return 1; });
    queue.wait();
    queue.replace([](Progress&) -> Result<int> { return 2; });
    queue.wait();
    EXPECT_THAT(values(queue), ElementsAre(2));
}

TEST(BackgroundQueue, DropsTheResultOfACancelledTaskThatFinishes) {
    BackgroundQueue<int> queue;
    HeldTask task;
    queue.submit(task.until_released(1));
    task.started.wait();
    queue.cancel();
    EXPECT_FALSE(queue.is_busy());
    EXPECT_FALSE(queue.is_idle()) << "a cancelled task runs until it returns";
    task.released.count_down();
    queue.wait();
    EXPECT_TRUE(queue.is_empty());
    EXPECT_FALSE(queue.poll());
}

TEST(BackgroundQueue, CancelsOnlyWhatWasSubmittedBefore) {
    BackgroundQueue<int> queue;
    HeldTask task;
    queue.submit(task.until_cancelled());
    task.started.wait();
    queue.cancel();
    queue.submit([](Progress& progress) -> Result<int> { return progress.is_cancelled() ? 1 : 2; });
    EXPECT_TRUE(queue.is_busy());
    queue.wait();
    EXPECT_THAT(values(queue), ElementsAre(2));
}

TEST(BackgroundQueue, CancellingAnIdleQueueDoesNothing) {
    BackgroundQueue<int> queue;
    queue.cancel();
    EXPECT_TRUE(queue.is_empty());
    queue.wait();
}

TEST(BackgroundQueue, ReportsTheProgressOfTheRunningTask) {
    BackgroundQueue<int> queue;
    EXPECT_EQ(queue.progress().phase, "");
    HeldTask task;
    queue.submit([&](BackgroundQueue<int>::TaskProgress& progress) -> Result<int> {
        progress.report("eigenmodes", 0.5);
        return task.until_released(1)(progress);
    });
    task.started.wait();
    EXPECT_EQ(queue.progress().phase, "eigenmodes");
    EXPECT_EQ(queue.progress().fraction, 0.5);
    task.released.count_down();
    queue.wait();
    EXPECT_EQ(queue.progress().phase, "");
}

TEST(BackgroundQueue, ATaskPublishesResultsBeforeItsEnd) {
    BackgroundQueue<int> queue;
    HeldTask task;
    queue.submit([&](BackgroundQueue<int>::TaskProgress& progress) -> Result<int> {
        EXPECT_TRUE(progress.publish(1));
        EXPECT_TRUE(progress.publish(2));
        EXPECT_TRUE(task.until_released(3)(progress));
        EXPECT_TRUE(progress.publish(4));
        return 5;
    });
    task.started.wait();
    EXPECT_THAT(values(queue), ElementsAre(2)) << "in place of the one before, which was not polled";
    task.released.count_down();
    queue.wait();
    queue.submit([](BackgroundQueue<int>::TaskProgress& progress) -> Result<int> {
        EXPECT_TRUE(progress.publish(6));
        return 7;
    });
    queue.wait();
    EXPECT_THAT(values(queue), ElementsAre(4, 5, 6, 7)) << "only the same task replaces them";
}

TEST(BackgroundQueue, ATaskPublishesNothingWhilePausedOrAfterCancellation) {
    std::atomic<int> published = 0;
    BackgroundQueue<int> queue;
    queue.pause(true);
    queue.submit([&](BackgroundQueue<int>::TaskProgress& progress) -> Result<int> {
        while (progress.publish(published + 1)) {
            ++published;
        }
        EXPECT_FALSE(progress.wait_while_paused());
        return 0;
    });
    EXPECT_FALSE(queue.wait_for(std::chrono::milliseconds(1)));
    EXPECT_EQ(published, 0);
    EXPECT_FALSE(queue.poll());
    queue.pause(false);
    while (published < 3) {
        std::this_thread::yield();
    }
    queue.pause(true);
    EXPECT_EQ(values(queue).size(), 1u);
    EXPECT_FALSE(queue.wait_for(std::chrono::milliseconds(1)));
    EXPECT_FALSE(queue.poll()) << "all that was published before the pause has been polled";
    queue.cancel(); // ends the pause of the task
    queue.wait();
    EXPECT_TRUE(queue.is_empty());
}

TEST(BackgroundQueue, ClosingEndsAPause) {
    bool is_finished = false;
    {
        BackgroundQueue<int> queue({.at_close = AtClose::finish});
        queue.pause(true);
        queue.submit([&](BackgroundQueue<int>::TaskProgress& progress) -> Result<int> {
            is_finished = progress.wait_while_paused();
            return 0;
        });
    }
    EXPECT_TRUE(is_finished);
}

TEST(BackgroundQueue, IsEmptyOnceItsResultsWerePolled) {
    BackgroundQueue<int> queue;
    HeldTask task;
    queue.submit(task.until_released(1));
    EXPECT_TRUE(queue.is_busy());
    EXPECT_FALSE(queue.is_idle());
    task.released.count_down();
    queue.wait();
    EXPECT_FALSE(queue.is_busy());
    EXPECT_TRUE(queue.is_idle());
    EXPECT_FALSE(queue.is_empty());
    EXPECT_TRUE(queue.poll());
    EXPECT_TRUE(queue.is_empty());
}

TEST(BackgroundQueue, WaitsForABoundedTime) {
    BackgroundQueue<int> queue;
    HeldTask task;
    queue.submit(task.until_released(1));
    EXPECT_FALSE(queue.wait_for(std::chrono::milliseconds(1)));
    task.released.count_down();
    queue.wait();
    EXPECT_TRUE(queue.wait_for(std::chrono::milliseconds(0)));
}

TEST(BackgroundQueue, ClosingFinishesAllTasks) {
    std::vector<int> finished;
    HeldTask task;
    std::thread releases;
    {
        BackgroundQueue<int> queue({.at_close = AtClose::finish});
        queue.submit(task.until_released(0));
        for (int i = 1; i < 4; ++i) {
            queue.submit([i, &finished](Progress& progress) -> Result<int> {
                EXPECT_FALSE(progress.is_cancelled());
                finished.push_back(i);
                return i;
            });
        }
        task.started.wait();
        releases = std::thread([&] { task.released.count_down(); });
    }
    EXPECT_THAT(finished, ElementsAre(1, 2, 3));
    releases.join();
}

TEST(BackgroundQueue, ClosingCancelsTheRunningTaskAndDropsTheOthers) {
    std::atomic<bool> has_run = false;
    HeldTask task;
    {
        BackgroundQueue<int> queue;
        queue.submit(task.until_cancelled());
        queue.submit([&]() -> Result<int> {
            has_run = true;
            return 1;
        });
        task.started.wait();
    }
    EXPECT_FALSE(has_run);
}

TEST(BackgroundQueue, FreesATaskBeforeItIsIdle) {
    BackgroundQueue<int> queue;
    const auto held = std::make_shared<int>(1);
    queue.submit([held]() -> Result<int> { return *held; });
    queue.wait();
    EXPECT_EQ(held.use_count(), 1);
}

#ifdef __linux__
int niceness() {
    return getpriority(PRIO_PROCESS, 0);
}

int niceness_of_tasks(int wanted) {
    BackgroundQueue<int> queue({.niceness = wanted});
    queue.submit([]() -> Result<int> { return niceness(); });
    queue.wait();
    return values(queue).at(0);
}

TEST(BackgroundQueue, RunsAtALowPriority) {
    const int before = niceness();
    EXPECT_EQ(niceness_of_tasks(19), 19);
    EXPECT_EQ(niceness(), before) << "of its thread alone";
}

// A program that was started by `nice` keeps its priority.
TEST(BackgroundQueue, RunsAtNoHigherPriorityThanTheProgram) {
    int of_tasks = 0;
    std::thread([&] {
        setpriority(PRIO_PROCESS, 0, 15);
        of_tasks = niceness_of_tasks(7);
    }).join();
    EXPECT_EQ(of_tasks, 15);
}
#endif

} // namespace
} // namespace limber::app
