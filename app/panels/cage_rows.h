// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Rows of the cage whose shapes are the muscles of a body that moves by itself: how many cells it has, or its file.
void cage_rows(PanelContext& context);

} // namespace limber::app
