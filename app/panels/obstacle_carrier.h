// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

#include <cstddef>

namespace limber::app {

/// A row that attaches an obstacle to a bone of the selected character, or detaches it. Without bones there is no row,
/// unless the obstacle is attached to another character's bone.
void carrier_choice(PanelContext& context, std::size_t obstacle);

} // namespace limber::app
