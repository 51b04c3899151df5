// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

/// Measures the duration of frames and the time that is left in a frame.
namespace limber::app {

class FrameClock {
public:
    void start_frame();
    void end_frame() {
        ++frame_;
    }
    /// For frames that process input without a picture: no time passes until the next start_frame.
    void skip_time() {
        passed_ = 0.0;
    }
    /// The index of the frame, from 0.
    long long frame() const {
        return frame_;
    }
    /// [s] The measured time since the previous frame.
    double passed() const {
        return passed_;
    }
    /// [s] The same time, clamped to the range that interactive motion supports.
    double seconds() const;
    /// [s] The time until this frame has lasted `seconds`; negative afterwards.
    double left_of(double seconds) const;

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point start_ = Clock::now();
    double passed_ = 1.0 / 60.0;
    long long frame_ = 0;
};

} // namespace limber::app
