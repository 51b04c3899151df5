#pragma once

namespace limber::app {

/// Lets the other threads go before the one that calls, where there are few processors: by so much in the system's
/// measure of patience, from 0 to 19. Threads take it over from what started them.
void lower_thread_priority(int patience);

} // namespace limber::app
