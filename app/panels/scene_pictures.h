// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/layout.h"
#include "app/panels/panel_context.h"

namespace limber::app {

/// The list of scenes with pictures, in place of the view. It is shown when the program starts without a file. A click
/// opens a scene; the open scene keeps running behind the list.
void scene_pictures(PanelContext& context, const ViewArea& view);

} // namespace limber::app
