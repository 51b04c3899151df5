// SPDX-License-Identifier: MIT
#include "tests/support/allocation_count.h"

#include "engine/core/sanitizers.h"

#include <atomic>
#include <cstdlib>

// Replaces the C library's allocation functions, so that every allocation is counted, also of operator new and Eigen.
// The address and thread sanitizers replace these functions themselves and call hooks instead.
namespace {
std::atomic<std::size_t> count = 0;
} // namespace

#if defined(LIMBER_SANITIZED)
// Declared here because g++ brings the sanitizer's library without its headers.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace {
void on_malloc(const volatile void*, std::size_t) {
    ++count;
}
void on_free(const volatile void*) {}
const int installed = __sanitizer_install_malloc_and_free_hooks(&on_malloc, &on_free);
} // namespace
#else
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
    ++count;
    return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) noexcept {
    ++count;
    return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
    ++count;
    return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    ++count;
    return __libc_memalign(alignment, size);
}
}
#endif

namespace limber::testing {

std::size_t allocation_count() {
    return count;
}

} // namespace limber::testing
