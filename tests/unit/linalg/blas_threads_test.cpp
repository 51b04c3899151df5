// SPDX-License-Identifier: MIT
#include "engine/linalg/blas_threads.h"

#include "engine/core/sanitizers.h"
#include "engine/linalg/tall_products.h"

#include <gtest/gtest.h>

#ifdef __linux__
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <new>
#include <thread>
#include <vector>

/// OpenBLAS's working buffers take 128 MB each. The sanitizers reserve more address space than these limits.
namespace limber::testing {
namespace {

#if defined(__linux__) && defined(LIMBER_WITH_CHOLMOD) && !defined(LIMBER_SANITIZED)

constexpr std::size_t megabyte = std::size_t{1} << 20U;

void leave_address_space(std::size_t bytes) {
    std::size_t pages_in_use = 0;
    std::ifstream("/proc/self/statm") >> pages_in_use;
    const rlim_t limit = pages_in_use * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
    const rlimit limits = {limit, limit};
    EXPECT_EQ(setrlimit(RLIMIT_AS, &limits), 0);
}

// Ends with 0 if the threads' products are right, and by a signal where one waits for memory without end.
[[noreturn]] void multiply_on_threads(std::size_t address_space) {
    alarm(60);
    mallopt(M_ARENA_MAX, 1); // an arena of a thread takes address space
    const Matrix A = Matrix::Constant(200, 50, 0.5);
    std::atomic<int> wrong = 0;
    std::latch is_limited(1);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            is_limited.wait();
            for (int j = 0; j < 200; ++j) {
                wrong += gram(A, A)(0, 0) != 50.0;
            }
        });
    }
    leave_address_space(address_space);
    is_limited.count_down();
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::_Exit(wrong > 0);
}

[[noreturn]] void call_without_memory() {
    alarm(60);
    leave_address_space(64 * megabyte);
    for (int i = 0; i < 2; ++i) { // the second must not find itself prepared by the first
        try {
            const BlasCall blas;
            std::_Exit(1);
        } catch (const std::bad_alloc&) {
        }
    }
    std::_Exit(0);
}

[[noreturn]] void call_and_take_half(std::size_t address_space) {
    alarm(60);
    leave_address_space(address_space);
    const BlasCall blas;
    const void* volatile half = std::malloc(address_space / 2); // volatile: otherwise compilers may leave it out
    std::_Exit(half == nullptr);
}

TEST(BlasCall, LeavesHalfOfTheMemoryToOthers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(call_and_take_half(1200 * megabyte), ::testing::ExitedWithCode(0), "");
}

TEST(BlasCall, LetsThreadsTakeTurnsWhereThereIsMemoryForOneBuffer) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(multiply_on_threads(200 * megabyte), ::testing::ExitedWithCode(0), "");
}

TEST(BlasCall, LetsThreadsTakeTurnsWhereThereIsMemoryForSomeBuffers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(multiply_on_threads(1000 * megabyte), ::testing::ExitedWithCode(0), "");
}

TEST(BlasCall, ThrowsWhereThereIsNoMemoryForABuffer) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(call_without_memory(), ::testing::ExitedWithCode(0), "");
}

#endif

} // namespace
} // namespace limber::testing
