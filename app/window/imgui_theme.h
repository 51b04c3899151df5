// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// Sets the style and the fonts of the current ImGui context: light surfaces, even spacing, one accent colour, and the
/// font Inter where it is installed. `needed`: ranges of more glyphs (needed_glyphs.h), from Inter or else from other
/// fonts of the system; they must be kept as long as the context.
void apply_theme(float content_scale, const unsigned short* needed);

} // namespace limber::app
