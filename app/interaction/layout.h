#pragma once

#include "app/interaction/orbit_camera.h"

/// Where everything stands in the window [pixels]: the panel left, the strip below, and the rest for the
/// character; beside it, when asked for, the rig alone.
namespace limber::app {

struct Layout {
    ViewArea panel;
    ViewArea strip;
    ViewArea messages; // the row above the strip in which the newest message stands; height 0: nowhere
    ViewArea view;     // all that is left
    ViewArea dynamics; // of it, where the character with dynamics is seen
    ViewArea rig_only; // of it, where the rig alone is seen; width 0: nowhere
};

Layout layout_of(double width, double height, double content_scale, bool panels_shown, bool side_by_side);

} // namespace limber::app
