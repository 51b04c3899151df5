// SPDX-License-Identifier: MIT
#pragma once

/// Guesses the unit of a mesh whose file does not say it, or is unlikely to mean it.
namespace limber::app {

/// Whether a character may have this diagonal [m].
bool is_size_of_a_character(double diagonal);

/// The unit [m] for a mesh whose own one is unlikely. `diagonal`: in units of the file.
double plausible_unit(double diagonal);

} // namespace limber::app
