#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// The candidates of a generation not long ago, a small picture each; a click plays one on the stage.
void population(PanelContext& context);

} // namespace limber::app
