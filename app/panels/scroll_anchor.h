// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widget_places.h"

#include <string>

/// Keeps the widget under the mouse in its place when rows above it appear or disappear: the panel scrolls by the
/// displacement of the widget. A panel at its top stays there, so that its first rows are never scrolled away by
/// themselves. What a panel was scrolled by for rows that appeared is scrolled back when they go, also if the mouse has
/// left the panel meanwhile.
namespace limber::app {

class ScrollAnchor {
public:
    /// Call it after the widgets of a frame are drawn. Returns the distance [pixels] by which the panel must scroll to
    /// keep the widget that was under the mouse in the previous frame. `scroll`: the scroll position of this frame
    /// [pixels], 0 at the top.
    double update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll);

private:
    double step_for(double moved, double scroll) const;
    void hold(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll);

    std::string widget_;  // under the mouse, or the last one that was, while the panel is pushed; empty: none
    double height_ = 0.0; // [pixels] from the panel's first row down to its upper edge
    bool is_under_mouse_ = false;
    double pushed_ = 0.0; // [pixels] by which the panel was scrolled for rows that have not gone yet
};

} // namespace limber::app
