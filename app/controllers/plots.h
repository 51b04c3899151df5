// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>

/// The values that the plots of the simulation show.
namespace limber::app {

/// The newest values of a quantity, oldest first.
struct Series {
    std::deque<float> values;
    std::size_t length = 240;

    void add(double value);
    float latest() const;
    /// The median of the newest values; 0 if there are none.
    float median() const;
};

struct Plots {
    Series frame_milliseconds;
    Series step_microseconds;
    Series elastic_energy; // [J]
    Series kinetic_energy; // [J]
};

} // namespace limber::app
