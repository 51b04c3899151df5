// SPDX-License-Identifier: MIT
#include "app/jobs/lower_thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace limber::app {

#ifdef __linux__
void lower_thread_priority(int nice_value) {
    setpriority(PRIO_PROCESS, 0, nice_value); // of this thread alone, as Linux has it
}
#else
void lower_thread_priority(int) {}
#endif

} // namespace limber::app
