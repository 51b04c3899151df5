#pragma once

#include <imgui.h>

namespace limber::app {

/// What a slider did in this frame.
struct SliderEdit {
    bool changed = false;
    bool refused = false; // what was typed is no finite number; the value is the one before typing
};

/// A slider that is filled up to its value, from zero where it has both signs. Its number stands at the right end of
/// the track, above what is filled: a column of them is read like a column of numbers. low and high are in the shown
/// unit; Ctrl+click types, as in any slider of ImGui. The value is always finite: "*1e999" on 0 is NaN, and is refused.
template <typename T>
SliderEdit slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags = 0);

} // namespace limber::app
