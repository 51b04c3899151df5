#pragma once

namespace limber::app {

/// From now on SIGTERM, SIGINT and SIGHUP are a wish that the window be closed, as its button is, so that everything is
/// written that is to be written; the second of a kind ends the program at once, as ever.
void handle_signals();

/// Whether there was one.
bool is_asked_to_end();

} // namespace limber::app
