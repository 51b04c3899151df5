#include "engine/core/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
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

TEST(ThreadPool, EndsWithoutEverHavingWorked) {
    const ThreadPool pool(Threads{.count = 4});
}

} // namespace
} // namespace limber
