// SPDX-License-Identifier: MIT
#include "app/simulation/step_clock.h"

namespace limber::app {
namespace {

StepClock::Clock::duration ticks(double seconds) {
    return std::chrono::duration_cast<StepClock::Clock::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

void StepClock::start_watching() {
    start();
    watched_from_ = simulated_to_;
    steps_watched_ = 0;
}

void StepClock::advance(double seconds) {
    simulated_to_ += ticks(seconds);
}

StepClock::Clock::time_point StepClock::next_due(double time_step) const {
    return simulated_to_ + ticks(seconds_of(time_step));
}

void StepClock::watch(Clock::time_point now, double time_step) {
    const double passed = std::chrono::duration<double>(now - watched_from_).count();
    if (passed > 0.5) {
        speed_reached_ = steps_watched_ * time_step / passed;
        steps_watched_ = 0;
        watched_from_ = now;
    }
}

} // namespace limber::app
