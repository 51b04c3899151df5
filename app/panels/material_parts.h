// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Painted parts of the body with another material, and what is pinned.
void material_parts(PanelContext& context);

} // namespace limber::app
