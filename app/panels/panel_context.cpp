// SPDX-License-Identifier: MIT
#include "app/panels/panel_context.h"

#include "engine/core/utf8.h"

#include <algorithm>
#include <string>

namespace limber::app {

bool PanelContext::accepts_name(const std::string& typed, std::size_t letters_max) {
    if (letter_count(typed) <= letters_max) {
        return true;
    }
    say("A name has at most " + std::to_string(letters_max) + " letters, so the previous one stays.");
    return false;
}

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
