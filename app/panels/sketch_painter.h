// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"

namespace limber::app {

/// Draws thin lines over the picture and behind the panels, clipped to the view area.
void paint(const Sketch& sketch, const ViewArea& view);

} // namespace limber::app
