// SPDX-License-Identifier: MIT
#include "app/panels/panel_context.h"

#include <algorithm>

namespace limber::app {

void PanelContext::need(Stage stage) {
    outdated = std::min(outdated, stage);
}

void PanelContext::exchange_muscles(const MuscleExchange& muscles) {
    exchange(draft.controls.muscles, muscles);
    const CharacterInstance* selected = document.scene.instance(ui_state.selected.id);
    if (!selected) {
        return;
    }
    request(EditDocument{[model = selected->model, id = selected->id, muscles](Document& edited) {
        limber::app::exchange_muscles(edited.scene, model, id, muscles);
    }});
}

} // namespace limber::app
