// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Painted parts of the body with another material, and what is pinned.
void material_parts(PanelContext& context);

/// Adds parts that follow from the rig: from the spring bones of its file, or else from what hangs loose.
void soften(PanelContext& context);

} // namespace limber::app
