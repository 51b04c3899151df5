#pragma once

#include "app/panels/panel_context.h"

/// Which muscles take part in the best gait so far and by how much (AALM section 4, the participation vector), and
/// what of them the user fixes.
namespace limber::app {

/// A row a muscle: a press on its name fixes it in, then out, then neither; letters that fix its amplitude, period and
/// phase (style_locks.h); a bar as long as its amplitude in the best gait, and a mark at its participation.
void participation(PanelContext& context);

} // namespace limber::app
