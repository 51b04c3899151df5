#pragma once

#include "app/interaction/sketch.h"

namespace limber::app {

/// Paints thin lines over the picture and behind the panels; nothing outside the view area.
void paint(const Sketch& sketch, const ViewArea& view);

} // namespace limber::app
