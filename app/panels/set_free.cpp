#include "app/panels/set_free.h"

#include "app/character/release.h"

namespace limber::app {

void set_free(PanelContext& context) {
    context.document.description = released(context.document.description, *context.ui_state.character);
    context.document.controls.clip = -1;
    context.document.controls.bone_offsets.clear();
    context.commands.need(Stage::rig);
}

} // namespace limber::app
