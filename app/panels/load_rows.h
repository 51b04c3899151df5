// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Lets the subspace be built again, if it is of a kind that depends on the loads.
void need_subspace_for_loads(PanelContext& context);

/// The rows of one load: what it does, and the numbers that kinds of loads have. Precondition: a character.
void rows_of_load(PanelContext& context, Load& load);

} // namespace limber::app
