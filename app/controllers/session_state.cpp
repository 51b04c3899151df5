// SPDX-License-Identifier: MIT
#include "app/controllers/session_state.h"

namespace limber::app {

CharacterPtr SessionState::built() const {
    const CharacterInstance* instance = editor.instance();
    return instance ? models.find(instance->model) : nullptr;
}

bool SessionState::is_shown() const {
    return shown.selected.character && shown.selected.id == editor.selected() && shown.selected.character == built();
}

bool SessionState::is_free() const {
    return shown.selected.character && shown.selected.character->description.rig_kind == RigKind::none;
}

DrawnMotion SessionState::drawn_motion() const {
    return app::drawn_motion(view, editor.selected(), editor.document().exaggeration);
}

SceneBounds SessionState::bounds() const {
    return {shown.all, editor.scene(), drawn_motion(), camera.now().up, editor.controls().clip};
}

LiveControls simulated_controls(const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    return instance ? state.models.live_controls(state.editor.scene(), *instance) : LiveControls{};
}

} // namespace limber::app
