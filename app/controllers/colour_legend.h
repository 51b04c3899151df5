// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"

#include <string>

/// Legends of the colours of values.
namespace limber::app {

/// "12 %", with two digits; from 100 % on whole percents.
std::string percent(double share);
/// "strain 0 to 10 % and more"
std::string range_text(const std::string& quantity, double end);
/// "distance 0 to 2 % of the size and more", of distances as a share of a body's size.
std::string distance_range_text(double end);
/// "stress 0 to 20 kPa and more"
std::string stress_range_text(double end);

/// The colours from zero to the largest value, with what they show.
Legend legend_of_values(const std::string& text);
/// The colours from the negative to the positive end, with zero in the middle.
Legend legend_of_signed_values(const std::string& text);

} // namespace limber::app
