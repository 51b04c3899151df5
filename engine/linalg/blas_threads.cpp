// SPDX-License-Identifier: MIT
#ifdef LIMBER_WITH_CHOLMOD
#include "engine/linalg/blas_threads.h"

#include <mutex>

extern "C" {
void openblas_set_num_threads(int count);
}

namespace limber {

void use_single_blas_thread() {
    static std::once_flag once;
    std::call_once(once, [] { openblas_set_num_threads(1); });
}

} // namespace limber
#endif
