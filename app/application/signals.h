// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// After this call SIGTERM, SIGINT and SIGHUP request that the window closes without a question: all pending files are
/// written, and unsaved changes are kept for recovery. A second signal of the same kind ends the program at once.
void handle_signals();

/// Whether such a signal has arrived.
bool is_asked_to_end();

} // namespace limber::app
