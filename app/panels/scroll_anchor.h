// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widget_places.h"

#include <string>

/// Keeps a scrolled panel still when rows appear or disappear above what is in view: the panel scrolls by the
/// displacement of the widget under the mouse or, without one, of a widget in view. A panel at its top stays there, so
/// that its first rows are never scrolled away by themselves.
namespace limber::app {

class ScrollAnchor {
public:
    /// Call it after the widgets of a frame are drawn. Returns the distance [pixels] by which the panel must scroll to
    /// keep the widget of the previous frame in its place. `places`: of widgets that scroll with the panel; those
    /// outside of it are ignored. `scroll`: the scroll position of this frame [pixels], 0 at the top.
    double update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll);

private:
    void hold(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll);

    std::string widget_;  // empty: none is in view
    double height_ = 0.0; // [pixels] from the panel's first row down to the widget's upper edge
};

} // namespace limber::app
