// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"

namespace limber::app {

/// Draws thin lines over the picture and behind the panels, clipped to the view area. `clear`: the part of it that no
/// messages cover, above whose lower end a legend in a row stands, too.
void paint(const Sketch& sketch, const ViewArea& view, const ViewArea& clear);

} // namespace limber::app
