// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

/// Says when steps of a fixed size are due against the wall clock, and how fast simulated time really runs.
namespace limber::app {

class StepClock {
public:
    using Clock = std::chrono::steady_clock;

    /// Nothing is due before now.
    void start() {
        simulated_to_ = Clock::now();
    }
    /// The same, and forgets the speed that was reached so far.
    void start_watching();
    /// Simulated seconds a wall second; > 0.
    void set_speed(double speed) {
        speed_ = std::max(speed, 1e-3);
        start();
    }

    /// The wall time [s] of a step of `time_step` simulated seconds.
    double seconds_of(double time_step) const {
        return time_step / speed_;
    }
    /// The time [s] that is not simulated yet.
    double behind(Clock::time_point now) const {
        return std::chrono::duration<double>(now - simulated_to_).count();
    }
    /// One step is done: the next one is due that much [s] later.
    void advance(double seconds);
    /// Drops the time that is not simulated yet.
    void skip_to(Clock::time_point now) {
        simulated_to_ = now;
    }
    /// The wall time of the next step.
    Clock::time_point simulated_to() const {
        return simulated_to_;
    }
    Clock::time_point next_due(double time_step) const;

    void count_step() {
        ++steps_watched_;
    }
    /// Measures the reached speed, twice a second or after the next step.
    void watch(Clock::time_point now, double time_step);
    /// Simulated seconds a wall second, recently; 0: not measured yet.
    double speed_reached() const {
        return speed_reached_;
    }

private:
    Clock::time_point simulated_to_ = Clock::now();
    Clock::time_point watched_from_ = Clock::now();
    int steps_watched_ = 0;
    double speed_reached_ = 0.0;
    double speed_ = 1.0;
};

} // namespace limber::app
