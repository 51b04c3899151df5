// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

#include <vector>

/// The layout of the window [pixels]: the panel on the left, the playback strip at the bottom, and the rest for the
/// character. The rig alone can be shown next to it, or other subspaces of it, in tiles of one size.
namespace limber::app {

struct Layout {
    ViewArea panel;
    ViewArea strip;
    ViewArea messages;                   // the row of the newest message above the strip; height 0: not shown
    ViewArea view;                       // the remaining area
    ViewArea dynamics;                   // the part of `view` that shows the character with dynamics
    ViewArea rig_only;                   // the part of `view` that shows the rig alone; width 0: not shown
    std::vector<ViewArea> compared = {}; // the parts of `view` that show other subspaces
    ViewArea legend = {};                // the row of `view` below them, of their colours; height 0: not shown
};

/// What is shown beside the character.
struct Beside {
    bool rig_only = false;
    int compared = 0;        // other subspaces, instead of the rig alone
    bool has_legend = false; // of the colours of all these bodies
};

Layout layout_of(double width, double height, double content_scale, bool panels_shown, const Beside& beside);

} // namespace limber::app
