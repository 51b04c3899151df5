// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_CHOLMOD
#include "engine/linalg/blas_threads.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <new>

extern "C" {
void openblas_set_num_threads(int count);
// Exported, but not documented: a build of OpenBLAS without them is used without the check of its memory.
void* blas_memory_alloc(int process) __attribute__((weak));
void blas_memory_free(void* buffer) __attribute__((weak));
}

namespace limber {
namespace {

// The largest that OpenBLAS takes on usual processors: 128 MB and a page.
constexpr std::size_t buffer_bytes = (std::size_t{128} << 20U) + 4096;

bool has_memory_for_buffer() {
    void* volatile memory = std::malloc(buffer_bytes); // volatile: compilers may leave out a malloc and its free
    std::free(memory);
    return memory != nullptr;
}

/// The buffers that OpenBLAS has taken for callers; those of more than 64 concurrent callers are not checked.
class BlasBuffers {
public:
    void add_caller() {
        const std::scoped_lock lock(in_use_);
        if (callers_ == count_ && count_ < buffers_.size() && blas_memory_alloc && blas_memory_free) {
            add_buffer();
        }
        ++callers_;
    }
    void remove_caller() {
        const std::scoped_lock lock(in_use_);
        --callers_;
    }

private:
    bool is_known(const void* buffer) const {
        return std::find(buffers_.begin(), buffers_.begin() + static_cast<std::ptrdiff_t>(count_), buffer) !=
               buffers_.begin() + static_cast<std::ptrdiff_t>(count_);
    }

    // OpenBLAS gives out the free ones of its buffers first, so the first unknown one is new.
    void add_buffer() {
        if (!has_memory_for_buffer()) {
            throw std::bad_alloc();
        }
        std::array<void*, 65> taken = {};
        std::size_t taken_count = 0;
        do {
            taken.at(taken_count) = blas_memory_alloc(0);
            ++taken_count;
        } while (taken_count < taken.size() && is_known(taken.at(taken_count - 1)));
        buffers_.at(count_) = taken.at(taken_count - 1);
        ++count_;
        for (std::size_t i = 0; i < taken_count; ++i) {
            blas_memory_free(taken.at(i));
        }
    }

    std::mutex in_use_;
    std::array<void*, 64> buffers_ = {};
    std::size_t count_ = 0;
    std::size_t callers_ = 0;
};

BlasBuffers& buffers() {
    static BlasBuffers of_program;
    return of_program;
}

} // namespace

BlasCall::BlasCall() {
    static std::once_flag once;
    std::call_once(once, [] { openblas_set_num_threads(1); });
    buffers().add_caller();
}

BlasCall::~BlasCall() {
    buffers().remove_caller();
}

} // namespace limber
#endif
