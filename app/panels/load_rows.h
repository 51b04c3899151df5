// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

#include <cstddef>

namespace limber::app {

/// The loads of this list have changed so that the subspace must be made again, if it depends on them.
void need_subspace_for_loads(PanelContext& context);

/// The rows of one load: what it does, and the numbers that kinds of loads have. Precondition: a character.
void rows_of_load(PanelContext& context, Load& load);

} // namespace limber::app
