#pragma once

#include "app/interaction/orbit_camera.h"

#include <map>
#include <string>

/// Where each named widget was drawn in the last frame, in pixels of the window: how a test with a real
/// mouse finds what it wants to press, and how a person with a screen reader could.
namespace limber::app {

using WidgetPlaces = std::map<std::string, ViewArea>;

/// The places of this frame; empty at its start.
WidgetPlaces& widget_places();
/// Remembers the last drawn item under this name.
void remember_place(const std::string& name);

} // namespace limber::app
