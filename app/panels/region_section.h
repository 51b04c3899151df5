// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_field.h"
#include "app/panels/panel_context.h"

#include <string>

namespace limber::app {

/// The part of the muscles' section where regions are painted: the brush, and a row for each region.
void painted_regions(PanelContext& context);

/// Gives a muscle region or a part of the material another name, in the loads and fibres that name it, too.
void rename_painted(PanelContext& context, const PaintedField& field, const std::string& name);

/// A button with the colour of a painted field in front. Returns whether it was pressed.
bool colour_button(std::size_t index, const std::string& name, bool is_chosen, const char* explanation);

/// The settings of the selected brush, and the button that deselects it.
void brush_numbers(BrushOptions& brush);
void brush_down(BrushOptions& brush);

} // namespace limber::app
