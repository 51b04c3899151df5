// SPDX-License-Identifier: MIT
#include "engine/core/parallel_for.h"

#include "engine/core/contract.h"
#include "engine/core/first_exception.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace limber {
namespace {

std::size_t worker_count(Threads threads, std::size_t block_count) {
    const std::size_t wanted =
        threads.count > 0 ? static_cast<std::size_t>(threads.count) : std::thread::hardware_concurrency();
    return std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(1, block_count));
}

} // namespace

void parallel_for(std::size_t count, std::size_t block_size, Threads threads,
                  const std::function<void(std::size_t, std::size_t, std::size_t)>& body) {
    EXPECTS(block_size > 0);
    const std::size_t block_count = (count + block_size - 1) / block_size;
    std::atomic<std::size_t> next_block = 0;
    FirstException exception;
    const auto work = [&] {
        for (std::size_t block = next_block++; block < block_count; block = next_block++) {
            body(block * block_size, std::min(count, (block + 1) * block_size), block);
        }
    };
    {
        std::vector<std::jthread> helpers;
        start_threads(
            worker_count(threads, block_count) - 1, [&](std::size_t) { exception.capture(work); }, helpers);
        exception.capture(work);
    }
    exception.rethrow();
}

} // namespace limber
