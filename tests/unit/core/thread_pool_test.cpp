// SPDX-License-Identifier: MIT
#include "engine/core/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace limber {
namespace {

TEST(ThreadPool, CallsEveryIndexOnceInEveryRound) {
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(Threads{.count = threads});
        for (const std::size_t count : {0U, 1U, 2U, 26U, 300U}) {
            for (int round = 0; round < 50; ++round) {
                std::vector<std::atomic<int>> calls(count);
                pool.for_each(count, [&](std::size_t i) { ++calls[i]; });
                for (const auto& call : calls) {
                    ASSERT_EQ(call, 1) << threads << " threads, " << count << " indices, round " << round;
                }
            }
        }
    }
}

TEST(ThreadPool, RethrowsAnExceptionAndStaysUsable) {
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(Threads{.count = threads});
        for (int round = 0; round < 30; ++round) {
            const auto all_fail = [](std::size_t) {
                throw std::runtime_error("out of memory, say");
            };
            EXPECT_THROW(pool.for_each(50, all_fail), std::runtime_error);
            std::atomic<int> calls = 0;
            pool.for_each(50, [&](std::size_t) { ++calls; });
            EXPECT_EQ(calls, 50);
        }
    }
}

TEST(ThreadPool, ThreadIndicesAreUniqueAtAnyTime) {
    ThreadPool pool(Threads{.count = 4});
    ASSERT_EQ(pool.thread_count(), 4U);
    std::vector<std::atomic<int>> working(pool.thread_count());
    pool.for_each(500, [&](std::size_t, std::size_t thread) {
        ASSERT_LT(thread, working.size());
        EXPECT_EQ(++working[thread], 1);
        --working[thread];
    });
}

TEST(ThreadPool, CanBeDestroyedUnused) {
    const ThreadPool pool(Threads{.count = 4});
}

} // namespace
} // namespace limber
