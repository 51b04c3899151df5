// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/live_comparison.h"

#include <string>

/// The errors and energies of the bodies of a comparison.
namespace limber::app {

struct Character;

/// A table of all bodies with the colours of their curves and, where there is full space, a plot of the errors and one
/// of the energies. Returns the upper end of the plots [pixels].
float comparison_plots(const ComparedStep& step, const Character& character);

/// "37 numbers", or "37 of 192 numbers" where a motion gives fewer than the modes should have.
std::string numbers_in_words(const ComparedBody& body);

/// Of the newest step, in percent of the body's size; a dash: it has none.
std::string newest_error(const ComparedStep& step, const ComparedBody& body);

/// How many numbers a step of this body solves for, which modes of different kinds do not compare.
std::string numbers_of_step(const ComparedBody& body);

/// In a unit that fits.
std::string time_of_step(double microseconds);

} // namespace limber::app
