// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

/// The layout of the window [pixels]: the panel on the left, the playback strip at the bottom, and the rest for the
/// character. Side by side, the rig alone is shown next to it.
namespace limber::app {

struct Layout {
    ViewArea panel;
    ViewArea strip;
    ViewArea messages; // the row of the newest message above the strip; height 0: not shown
    ViewArea view;     // the remaining area
    ViewArea dynamics; // the part of `view` that shows the character with dynamics
    ViewArea rig_only; // the part of `view` that shows the rig alone; width 0: not shown
};

Layout layout_of(double width, double height, double content_scale, bool panels_shown, bool side_by_side);

} // namespace limber::app
