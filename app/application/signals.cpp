#include "app/application/signals.h"

#include <csignal>

namespace limber::app {
namespace {

volatile std::sig_atomic_t asked = 0;

extern "C" void note_the_wish(int signal) {
    asked = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

void take_signals_for_wishes() {
    std::signal(SIGTERM, &note_the_wish);
    std::signal(SIGINT, &note_the_wish);
#ifdef SIGHUP
    std::signal(SIGHUP, &note_the_wish);
#endif
}

bool is_asked_to_end() {
    return asked != 0;
}

} // namespace limber::app
