// SPDX-License-Identifier: MIT
#include "app/jobs/lower_thread_priority.h"

#ifdef __linux__
#include <algorithm>
#include <sys/resource.h>
#endif

namespace limber::app {

#ifdef __linux__
void lower_thread_priority(int nice_value) {
    // 0 names this thread alone, as Linux has it.
    setpriority(PRIO_PROCESS, 0, std::max(nice_value, getpriority(PRIO_PROCESS, 0)));
}
#else
void lower_thread_priority(int) {}
#endif

} // namespace limber::app
