// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

#include <optional>

/// Tooltips, which are placed beside the panel and do not cover its other widgets.
namespace limber::app {

/// The upper left corner of a tooltip: the first place with enough room to the right of, above, to the left of or below
/// the widget's window; otherwise below the widget.
Pixel tooltip_corner(const ViewArea& widget, const ViewArea& window, const ViewArea& display, const Pixel& size,
                     double gap);

/// The corner of a tooltip that would cover the messages is moved above them, or below them if there is no room above.
/// Where there is no room at all, it stays.
Pixel corner_clear_of(const ViewArea& messages, const Pixel& corner, const Pixel& size, const ViewArea& display);

/// Call it at the start of a frame. A key press hides the current tooltip until the mouse moves. No tooltip of this
/// frame covers the messages; nullopt: there are none.
void start_tooltips(const std::optional<ViewArea>& messages = {});

/// Shows the tooltip of the last widget. Precondition: the widget is hovered.
void tooltip(const char* text);

/// Shows a notice about a value of the last widget that was just entered, without hovering.
void notice(const char* text);

} // namespace limber::app
