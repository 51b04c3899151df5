// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_field.h"
#include "app/panels/panel_context.h"

namespace limber::app {

/// Rows that add paint to a field without the brush: what a bone holds, a colour of the file's vertices, a file.
/// `stage`: that must be rebuilt then. Precondition: the brush is selected for the field.
void paint_sources(PanelContext& context, const PaintedField& field, Stage stage);

} // namespace limber::app
