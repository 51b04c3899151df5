#pragma once

namespace limber::app {

/// How the panels look: a light, calm surface, even spacing on a grid of four pixels, one accent colour, and Inter
/// as the typeface where it is installed. Sets the style and the fonts of the current ImGui context.
void apply_theme(float content_scale);

} // namespace limber::app
