// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Removes the rig and its clips from the selected character, so that its body moves freely (scenes/release.h).
void set_free(PanelContext& context);

} // namespace limber::app
