// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Shows small pictures of the candidates of a recent generation. A click plays a candidate in the view.
void population(PanelContext& context);

} // namespace limber::app
