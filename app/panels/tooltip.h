#pragma once

#include "app/interaction/orbit_camera.h"

/// Explanations of widgets, which stand beside the panel and cover none of its other widgets.
namespace limber::app {

/// The upper left corner of a tooltip: to the right of the window that its widget is in, or above, to the left or below
/// of it, wherever it has room in the display first; else below the widget.
Pixel tooltip_corner(const ViewArea& widget, const ViewArea& window, const ViewArea& display, const Pixel& size,
                     double gap);

/// At the start of a frame: a key hides the tooltip of what the mouse is on, until the mouse moves.
void start_tooltips();

/// Of the last widget, which the mouse is on.
void tooltip(const char* text);

/// The same without the mouse, about a value of the last widget that was just entered.
void notice(const char* text);

} // namespace limber::app
