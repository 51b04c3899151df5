#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// The part of the muscles' section where regions are painted: the brush, and a row for each region.
void painted_regions(PanelContext& context);

/// The numbers of a brush that is held, whatever it paints, and how to put it down.
void brush_numbers(BrushOptions& brush);
void brush_down(BrushOptions& brush);

} // namespace limber::app
