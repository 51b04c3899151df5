#pragma once

#include <cstddef>
#include <functional>

/// A loop over [0, count) on several threads. The work is cut into blocks of a fixed size that do
/// not depend on the number of threads, so sums that are kept per block and added in block order
/// have the same bits on any number of threads.
namespace limber {

/// How many threads a computation may use; 0 means as many as the machine has.
struct Threads {
    int count = 0;
};

/// Calls body(begin, end, block) for each block of at most block_size indices; block = begin / block_size. An exception
/// is thrown on, the first of several, when no thread works any more.
void parallel_for(std::size_t count, std::size_t block_size, Threads threads,
                  const std::function<void(std::size_t begin, std::size_t end, std::size_t block)>& body);

} // namespace limber
