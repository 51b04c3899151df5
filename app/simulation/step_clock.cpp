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
    speed_reached_ = 0.0;
}

void StepClock::advance(double seconds) {
    simulated_to_ += ticks(seconds);
}

StepClock::Clock::time_point StepClock::next_due(double time_step) const {
    return simulated_to_ + ticks(seconds_of(time_step));
}

// Steps that take long are waited for: until then the speed is known to be lower than one step in the time that has
// passed. A lag that is caught up is not faster than the speed that is asked for.
void StepClock::watch(Clock::time_point now, double time_step) {
    constexpr double watched_seconds = 0.5;
    const double passed = std::chrono::duration<double>(now - watched_from_).count();
    if (!(passed > watched_seconds)) {
        return;
    }
    if (steps_watched_ == 0) {
        speed_reached_ = std::min(speed_reached_, time_step / passed);
        return;
    }
    speed_reached_ = std::min(steps_watched_ * time_step / passed, speed_);
    steps_watched_ = 0;
    watched_from_ = now;
}

} // namespace limber::app
