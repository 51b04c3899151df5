// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

#include <optional>

/// Tooltips, which are placed beside the panel and do not cover its other widgets, or over it, where bodies that are
/// compared stand beside it. Those of other windows, as of the playback strip, are beside these.
namespace limber::app {

/// The upper left corner of a tooltip: the first place with enough room to the right of, above, to the left of or below
/// the widget's window; otherwise below the widget.
Pixel tooltip_corner(const ViewArea& widget, const ViewArea& window, const ViewArea& display, const Pixel& size,
                     double gap);

/// The side of a widget on which its tooltip stands if it has room there, and otherwise on the other one.
enum class TooltipSide { above, below };

/// The corner of a tooltip over the widget's window; nullopt: there is no room on either side.
std::optional<Pixel> corner_over(const ViewArea& widget, const ViewArea& window, const Pixel& size, double gap,
                                 TooltipSide side = TooltipSide::above);

/// The smallest area that has both.
ViewArea area_around(const ViewArea& one, const std::optional<ViewArea>& other);

/// The corner of a tooltip that would cover the clear area is moved above it, or below it if there is no
/// room above. Where there is no room at all, it stays.
Pixel corner_clear_of(const ViewArea& clear_area, const Pixel& corner, const Pixel& size, const ViewArea& display);

/// Call it at the start of a frame. A key press hides the current tooltip until the mouse moves. No tooltip of this
/// frame covers `clear_area`; nullopt: there is nothing to keep clear. Tooltips of widgets in `panel` stand over it
/// where they have room, above their widgets, since answers and further rows are below; nullopt: beside it.
void start_tooltips(const std::optional<ViewArea>& clear_area = {}, const std::optional<ViewArea>& panel = {});

/// Shows the tooltip of the last widget. Precondition: the widget is hovered.
void tooltip(const char* text);

/// Shows the tooltip of one of several widgets, which stand from this height [pixels] on down to the cursor, and covers
/// none of them where there is room: below them in the first place. Precondition: that widget is hovered.
void tooltip_below_rows(float top, const char* text);

/// Shows a notice about a value of the last widget that was just entered, without hovering.
void notice(const char* text);

} // namespace limber::app
