// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// Lowers the priority of the calling thread to a nice value from 0 to 19; a lower priority is kept. New threads
/// inherit it from the thread that starts them.
void lower_thread_priority(int nice_value);

} // namespace limber::app
