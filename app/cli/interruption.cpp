#include "app/cli/interruption.h"

#include <csignal>

namespace limber::app {
namespace {

volatile std::sig_atomic_t heard = 0;

extern "C" void poll_interruption(int signal) {
    heard = signal;
    std::signal(signal, SIG_DFL);
}

} // namespace

Interruption::Interruption() {
    heard = 0;
    std::signal(SIGINT, &poll_interruption);
    std::signal(SIGTERM, &poll_interruption);
}

Interruption::~Interruption() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool Interruption::is_there() const {
    return heard != 0;
}

int Interruption::exit_code() const {
    return heard == 0 ? 0 : 128 + heard;
}

} // namespace limber::app
