#pragma once

#include <string>

/// Shortens text to the available width: its beginning and three dots. A tooltip shows the whole text.
namespace limber::app {

/// As much of it as fits into that width [pixels] in the font of now.
std::string fitted(const std::string& text, float width);

/// Writes it into what is left of the row; of something that says little of itself, in the colour of facts.
void write_fitted(const std::string& text, bool is_fact = false);

} // namespace limber::app
