// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// Sets the style and the fonts of the current ImGui context: light surfaces, even spacing, one accent colour, and the
/// font Inter where it is installed.
void apply_theme(float content_scale);

} // namespace limber::app
