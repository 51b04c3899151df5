// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Rows of the cage whose shapes are the muscles of a body that moves by itself: how many cells it has, or its file,
/// and of the skinning modes that change its rest shape likewise.
void cage_rows(PanelContext& context);

} // namespace limber::app
