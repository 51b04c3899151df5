#pragma once

#include "app/panels/widget_places.h"

#include <string>

/// Keeps the widget under the mouse in its place while rows above it come and go: the panel scrolls by as much as they
/// move it.
namespace limber::app {

class ScrollAnchor {
public:
    /// After a frame's widgets: how far the panel is to be scrolled on [pixels], that what the mouse was on in the
    /// frame before stays there. `scroll`: with which this frame was drawn.
    double update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll);

private:
    std::string widget_;  // that the mouse was on; empty: none
    double height_ = 0.0; // of its upper edge below the panel's first row [pixels]
};

} // namespace limber::app
