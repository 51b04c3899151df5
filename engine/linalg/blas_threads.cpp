// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_CHOLMOD
#include "engine/linalg/blas_threads.h"

#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

extern "C" {
void openblas_set_num_threads(int count);
// Exported, but not documented: a build of OpenBLAS without them is used without the check of its memory.
void* blas_memory_alloc(int process) __attribute__((weak));
void blas_memory_free(void* buffer) __attribute__((weak));

// Replaces OpenBLAS's function that reads OPENBLAS_NUM_THREADS, because OpenBLAS starts its threads before main: each
// would take a working buffer, and where there is no memory for it, retry without end and block the end of the program,
// which joins it. Weak, so that it may be linked with a static OpenBLAS, which then uses its own.
__attribute__((weak)) int openblas_num_threads_env() {
    return 1;
}
}

namespace limber {
namespace {

// The largest that OpenBLAS takes on usual processors: 128 MB and a page.
constexpr std::size_t buffer_bytes = (std::size_t{128} << 20U) + 4096;
// The threads that call BLAS beside those of a parallel loop: the simulation, a rebuild, a search.
constexpr std::size_t other_callers = 4;

bool has_memory_for(std::size_t buffers) {
    void* volatile memory = std::malloc(buffers * buffer_bytes); // volatile: otherwise compilers may leave it out
    std::free(memory);
    return memory != nullptr;
}

// Whether more than half of what was free before the first buffer is still free after another one. OpenBLAS never
// returns its buffers, and the rest of the program needs memory too.
bool leaves_half_free(std::size_t held) {
    return has_memory_for(held + 4);
}

// Has OpenBLAS take its buffers, while no thread calls BLAS, and returns their number. It gives out its free buffers
// before it takes another, so that it has as many as are held at once.
std::size_t take_blas_buffers() {
    if (!blas_memory_alloc || !blas_memory_free) {
        return std::numeric_limits<std::size_t>::max();
    }
    if (!has_memory_for(1)) {
        throw std::bad_alloc();
    }
    std::vector<void*> held = {blas_memory_alloc(0)};
    const std::size_t wanted = std::thread::hardware_concurrency() + other_callers;
    while (held.size() < wanted && leaves_half_free(held.size())) {
        held.push_back(blas_memory_alloc(0));
    }
    for (void* buffer : held) {
        blas_memory_free(buffer);
    }
    return held.size();
}

/// The threads that call BLAS, never more than OpenBLAS has buffers.
class BlasCallers {
public:
    void add() {
        std::unique_lock lock(in_use_);
        if (buffer_count_ == 0) {
            buffer_count_ = take_blas_buffers();
        }
        removed_.wait(lock, [this] { return count_ < buffer_count_; });
        ++count_;
    }
    void remove() {
        {
            const std::scoped_lock lock(in_use_);
            --count_;
        }
        removed_.notify_one();
    }

private:
    std::mutex in_use_;
    std::condition_variable removed_;
    std::size_t buffer_count_ = 0;
    std::size_t count_ = 0;
};

BlasCallers& blas_callers() {
    static BlasCallers of_program;
    return of_program;
}

} // namespace

BlasCall::BlasCall() {
    static std::once_flag once;
    std::call_once(once, [] { openblas_set_num_threads(1); });
    blas_callers().add();
}

BlasCall::~BlasCall() {
    blas_callers().remove();
}

} // namespace limber
#endif
