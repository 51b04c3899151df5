// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// Shortens text to the available width and appends three dots. A tooltip shows the whole text.
namespace limber::app {

/// Returns the part of the text that fits into the width [pixels] in the current font.
std::string fitted(const std::string& text, float width);

/// Writes the text into the rest of the row. A fact has the colour of secondary text.
void write_fitted(const std::string& text, bool is_fact = false);

/// Two facts in one line, "48 displacements, 100 clusters", or in two where they do not fit into the width [pixels].
std::vector<std::string> fact_lines(const std::string& first, const std::string& second, float width);

/// Writes them.
void write_facts(const std::string& first, const std::string& second);

} // namespace limber::app
