// SPDX-License-Identifier: MIT
#include "engine/core/detached_task.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace limber {
namespace {

using namespace std::chrono_literals;

TEST(DetachedTask, ReturnsItsResult) {
    Progress progress;
    EXPECT_EQ(compute_detached<int>([] { return 7; }, &progress), 7);
    EXPECT_EQ(compute_detached<int>([] { return 7; }, nullptr), 7);
    EXPECT_TRUE(wait_for_abandoned_work(0ms));
}

TEST(DetachedTask, RethrowsItsException) {
    Progress progress;
    EXPECT_THROW(run_detached([] { throw std::runtime_error("no memory"); }, &progress), std::runtime_error);
}

TEST(DetachedTask, IsNotStartedIfCancelledBefore) {
    Progress progress;
    progress.cancel();
    bool has_begun = false;
    EXPECT_FALSE(run_detached([&] { has_begun = true; }, &progress));
    EXPECT_FALSE(has_begun);
}

TEST(DetachedTask, CancelReturnsBeforeTheTaskEndsAndMemoryIsFreedAtTheEnd) {
    Progress progress;
    const auto has_begun = std::make_shared<std::atomic<bool>>(false);
    const auto may_end = std::make_shared<std::atomic<bool>>(false);
    auto memory = std::make_shared<int>(1);
    const std::weak_ptr<int> watched = memory;
    std::jthread canceller([&progress, has_begun] {
        has_begun->wait(false);
        progress.cancel();
    });
    EXPECT_FALSE(run_detached(
        [has_begun, may_end, memory = std::move(memory)] {
            *has_begun = true;
            has_begun->notify_all();
            while (!*may_end) {
                std::this_thread::sleep_for(1ms);
            }
        },
        &progress)); // the task does not end by itself
    EXPECT_FALSE(wait_for_abandoned_work(1ms));
    EXPECT_FALSE(watched.expired());

    Progress next;
    next.cancel();
    EXPECT_FALSE(run_detached([] {}, &next)); // waits for the detached task and is cancelled while waiting
    *may_end = true;
    EXPECT_TRUE(wait_for_abandoned_work(60s));
    EXPECT_TRUE(watched.expired());
}

} // namespace
} // namespace limber
