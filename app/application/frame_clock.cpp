// SPDX-License-Identifier: MIT
#include "app/application/frame_clock.h"

#include <algorithm>
#include <utility>

namespace limber::app {

void FrameClock::start_frame() {
    const auto before = std::exchange(start_, Clock::now());
    passed_ = std::chrono::duration<double>(start_ - before).count();
}

double FrameClock::seconds() const {
    return std::clamp(passed_, 1e-4, 0.25);
}

double FrameClock::left_of(double seconds) const {
    return seconds - std::chrono::duration<double>(Clock::now() - start_).count();
}

} // namespace limber::app
