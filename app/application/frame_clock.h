#pragma once

#include <chrono>

/// How long frames take, and how long the next one may still wait.
namespace limber::app {

class FrameClock {
public:
    void start_frame();
    void end_frame() {
        ++frame_;
    }
    /// For input that is worked off without a picture: no time passes until the next start_frame.
    void stand_still() {
        passed_ = 0.0;
    }
    /// Counted from 0.
    long long frame() const {
        return frame_;
    }
    /// [s] Since the frame before, as it was.
    double passed() const {
        return passed_;
    }
    /// [s] The same, clamped to the range that interactive motion can use.
    double seconds() const;
    /// [s] Of the frame's own, until it has taken this long; negative afterwards.
    double left_of(double seconds) const;

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point start_ = Clock::now();
    double passed_ = 1.0 / 60.0;
    long long frame_ = 0;
};

} // namespace limber::app
