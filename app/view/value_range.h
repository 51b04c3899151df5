// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

/// The range of the colours of values that change with time.
namespace limber::app {

/// The least of the values that at least 99 % of them do not exceed, so that a few deformed tets do not decide; zero if
/// there are none. Reorders the values, which are finite.
float robust_top(std::vector<float>& values);

/// The end of the range: 1, 2 or 5 times a power of ten. It grows at once and shrinks slowly.
class ValueRange {
public:
    /// Begins again, with other values.
    void reset() {
        *this = {};
    }
    /// The top of the newest values, `seconds` after the one before; above zero.
    void follow(float top, double seconds);
    /// Zero before the first value.
    float end() const {
        return end_;
    }

private:
    float recent_ = 0.0F; // the largest top, which decays
    float end_ = 0.0F;
};

} // namespace limber::app
