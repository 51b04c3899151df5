// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace limber::testing {

/// The number of calls of malloc, realloc, calloc and aligned_alloc so far.
std::size_t allocation_count();

} // namespace limber::testing
