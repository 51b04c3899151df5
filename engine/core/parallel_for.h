// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

/// A parallel loop over [0, count). The work is divided into blocks of a fixed size that does not depend on the number
/// of threads, so sums that are accumulated per block and added in block order have the same bits on any number of
/// threads.
namespace limber {

/// Maximum number of threads of a computation; 0: all of the machine.
struct Threads {
    int count = 0;
};

/// Calls body(begin, end, block) for each block of at most block_size indices; block = begin / block_size. Rethrows the
/// first exception after all threads have stopped.
void parallel_for(std::size_t count, std::size_t block_size, Threads threads,
                  const std::function<void(std::size_t begin, std::size_t end, std::size_t block)>& body);

} // namespace limber
