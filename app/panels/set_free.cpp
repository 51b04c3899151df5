// SPDX-License-Identifier: MIT
#include "app/panels/set_free.h"

#include "app/scenes/release.h"

namespace limber::app {

void set_free(PanelContext& context) {
    context.draft.description =
        released({context.draft.description, context.draft.environment}, *context.ui_state.character);
    context.draft.controls.clip = -1;
    context.draft.controls.bone_offsets.clear();
    context.draft.controls.target_weights.clear();
    context.view.brush.is_held = context.view.brush.is_held && context.view.brush.target != BrushTarget::pins;
    context.need(Stage::rig);
}

} // namespace limber::app
