// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace limber::app {

/// The file of Inter, or else of DejaVu Sans; empty: neither is installed.
std::string typeface_file();

/// Sets the style and the fonts of the current ImGui context: light surfaces, even spacing, one accent colour, and the
/// font Inter where it is installed. `needed`: ranges of more glyphs (needed_glyphs.h), from Inter or else from other
/// fonts of the system; they must be kept as long as the context.
void apply_theme(float content_scale, const unsigned short* needed);

} // namespace limber::app
