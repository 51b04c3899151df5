// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

/// The range of the colours of values that change with time.
namespace limber::app {

/// The least of the values that at least 99 % of them do not exceed, so that a few deformed tets do not decide; zero if
/// there are none. Reorders the values, which are finite.
float robust_top(std::vector<float>& values);

/// The end of the range: 1, 2 or 5 times a power of ten. It grows at once, and shrinks to what the tops of the last two
/// seconds need.
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
    void grow_older(double seconds);

    std::array<float, 8> tops_ = {}; // the largest of each quarter of a second, the newest first
    double age_ = 0.0;               // [s] since the newest of these quarters began
    float end_ = 0.0F;
};

} // namespace limber::app
