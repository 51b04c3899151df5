// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Shortens text to the available width and appends three dots. A tooltip shows the whole text.
namespace limber::app {

/// Returns the part of the text that fits into the width [pixels] in the current font.
std::string fitted(const std::string& text, float width);

/// Writes the text into the rest of the row. A fact has the colour of secondary text.
void write_fitted(const std::string& text, bool is_fact = false);

} // namespace limber::app
