#pragma once

#include <imgui.h>

namespace limber::app {

/// A slider whose number never lies under its knob: it stands at the end of the track that the knob is
/// farther from. low and high are in the shown unit; Ctrl+click types, as in any slider of ImGui.
template <typename T>
bool slider(const char* id, T& value, T low, T high, const char* format, ImGuiSliderFlags flags = 0);

} // namespace limber::app
