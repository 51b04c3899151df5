// SPDX-License-Identifier: MIT
#include "app/document/plausible_unit.h"

#include "app/document/character_description.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

bool is_size_of_a_character(double diagonal) {
    return diagonal >= 0.1 && diagonal <= 5.0;
}

// Centimetres if they are plausible, so that a character of 3 m is as large in either unit; otherwise the largest power
// of ten for which the mesh is smaller than two metres.
double plausible_unit(double diagonal) {
    constexpr double centimetre = 0.01;
    if (diagonal > 5.0 && is_size_of_a_character(centimetre * diagonal)) {
        return centimetre;
    }
    return std::clamp(std::pow(10.0, std::floor(std::log10(2.0 / diagonal))), metres_per_unit_range.low,
                      metres_per_unit_range.high);
}

} // namespace limber::app
