// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

/// The muscles of the best gait so far and their participation (AALM section 4, the participation vector), and the
/// parameters that the user has fixed.
namespace limber::app {

/// Draws a row for each muscle. A click on its name cycles through fixed in, fixed out and free. Letters fix its
/// amplitude, period and phase (style_locks.h). A bar shows its amplitude in the best gait, and a mark its
/// participation.
void participation(PanelContext& context);

} // namespace limber::app
