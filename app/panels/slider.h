// SPDX-License-Identifier: MIT
#pragma once

#include <imgui.h>

namespace limber::app {

/// The effect on a slider in this frame.
struct SliderEdit {
    bool changed = false;
    bool refused = false; // the typed text is not understood; the value is the one from before typing
};

/// A slider that is filled up to its value, from zero if its range has both signs. Its number is right-aligned above
/// the fill, so that the numbers of several sliders form a column. low and high are in the displayed unit. Ctrl+click
/// types a value, with a unit if one likes (typed_number.h). The value is always finite: "*1e999" on 0 is rejected.
template <typename T>
SliderEdit slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags = 0);

/// Where a slider of the whole width from `left` to `right` [pixels] marks a share of its range.
float slider_mark(float left, float right, double share);

} // namespace limber::app
