#pragma once

#include <imgui.h>

namespace limber::app {

/// A slider that is filled up to its value, from zero where it has both signs. Its number stands at the right end of
/// the track, above what is filled: a column of them is read like a column of numbers. low and high are in the shown
/// unit; Ctrl+click types, as in any slider of ImGui.
template <typename T>
bool slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags = 0);

} // namespace limber::app
