// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

#include <map>
#include <string>

/// The place of each named widget in the last frame, in pixels of the window. Tests with a real mouse use it to find
/// widgets.
namespace limber::app {

using WidgetPlaces = std::map<std::string, ViewArea>;

/// The places of this frame; empty at the start of the frame.
WidgetPlaces& widget_places();
/// Those of widgets in popups (lists of choices, questions), which do not scroll with what is below them.
WidgetPlaces& widget_places_in_popups();
/// Stores the place of the last drawn item under this name, if its centre is in view.
void remember_place(const std::string& name);

} // namespace limber::app
