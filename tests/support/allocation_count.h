#pragma once

#include <cstddef>

namespace limber::testing {

/// How often this program has called malloc, realloc, calloc or aligned_alloc so far.
std::size_t allocation_count();

} // namespace limber::testing
