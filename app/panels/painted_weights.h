// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Rows for a subspace of the kind `weights`: where its weights come from, and the weights that are painted with their
/// brush.
void weights_of_subspace(PanelContext& context);

} // namespace limber::app
