// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

/// Wall-clock seconds, for reports only. Results must not depend on them.
namespace limber {

class Stopwatch {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    /// Seconds since the start or the last lap; starts a new lap.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double passed = std::chrono::duration<double>(now - start_).count();
        start_ = now;
        return passed;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace limber
