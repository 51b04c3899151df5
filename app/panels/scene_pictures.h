#pragma once

#include "app/interaction/layout.h"
#include "app/panels/panel_context.h"

namespace limber::app {

/// The list of scenes in place of the view, each with a picture of it: what greets whoever starts without a file. A
/// click opens; what is open behind the list goes on meanwhile.
void scene_pictures(PanelContext& context, const ViewArea& view);

} // namespace limber::app
