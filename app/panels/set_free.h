#pragma once

#include "app/panels/panel_context.h"

namespace limber::app {

/// Takes the rig and its clips away from the selected character, so that it stands on its own (scene/release.h).
void set_free(PanelContext& context);

} // namespace limber::app
