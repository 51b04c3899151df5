// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widget_places.h"

#include <string>

/// Keeps the widget under the mouse in its place when rows above it appear or disappear: the panel scrolls by the
/// displacement of the widget.
namespace limber::app {

class ScrollAnchor {
public:
    /// Call it after the widgets of a frame are drawn. Returns the distance [pixels] by which the panel must scroll to
    /// keep the widget that was under the mouse in the previous frame. `scroll`: the scroll position of this frame.
    double update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll);

private:
    std::string widget_;  // under the mouse; empty: none
    double height_ = 0.0; // [pixels] from the panel's first row down to its upper edge
};

} // namespace limber::app
