#pragma once

namespace limber::app {

/// After this call SIGTERM, SIGINT and SIGHUP request that the window closes, as its close button does, so that all
/// pending files are written. A second signal of the same kind ends the program at once.
void handle_signals();

/// Whether such a signal has arrived.
bool is_asked_to_end();

} // namespace limber::app
