// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// The row above the clip's bar: the in and out points and the keys, which are dragged. A click on a key goes there, a
/// right click removes it. `duration`: of the whole clip [s]; 0: nothing plays, and the row is empty.
void clip_markers(PanelContext& context, double duration);

} // namespace limber::app
