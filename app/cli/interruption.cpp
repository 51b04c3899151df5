// SPDX-License-Identifier: MIT
#include "app/cli/interruption.h"

#include <csignal>

namespace limber::app {
namespace {

volatile std::sig_atomic_t received_signal = 0;

extern "C" void receive_signal(int signal) {
    received_signal = signal;
    std::signal(signal, SIG_DFL);
}

} // namespace

Interruption::Interruption() {
    received_signal = 0;
    std::signal(SIGINT, &receive_signal);
    std::signal(SIGTERM, &receive_signal);
}

Interruption::~Interruption() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool Interruption::is_requested() const {
    return received_signal != 0;
}

int Interruption::exit_code() const {
    return received_signal == 0 ? 0 : 128 + received_signal;
}

} // namespace limber::app
