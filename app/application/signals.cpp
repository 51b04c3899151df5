// SPDX-License-Identifier: MIT
#include "app/application/signals.h"

#include <csignal>

namespace limber::app {
namespace {

volatile std::sig_atomic_t asked = 0;

extern "C" void note_the_request(int signal) {
    asked = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

void handle_signals() {
    std::signal(SIGTERM, &note_the_request);
    std::signal(SIGINT, &note_the_request);
#ifdef SIGHUP
    std::signal(SIGHUP, &note_the_request);
#endif
}

bool is_asked_to_end() {
    return asked != 0;
}

} // namespace limber::app
