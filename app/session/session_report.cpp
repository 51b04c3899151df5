// SPDX-License-Identifier: MIT
#include "app/controllers/touchable_scene.h"
#include "app/session/application_session.h"
#include "engine/core/json.h"

#include <utility>

// The values that panels and the view read from the session.
namespace limber::app {
namespace {

// The effect of the mouse at its current place, and the keys.
std::string joined(const std::string& mouse, const std::string& keys, bool is_dragging) {
    if (mouse.empty() || keys.empty() || is_dragging) {
        return mouse.empty() ? keys : mouse;
    }
    return mouse + "  |  " + keys;
}

} // namespace

Json ApplicationSession::report() const {
    Json report = Json::object();
    const SessionState now = state();
    features_.each([&](const auto& feature) {
        if constexpr (requires { feature.report(report, now); }) {
            feature.report(report, now);
        }
    });
    return report;
}

UiState ApplicationSession::ui_state() const {
    const SessionState now = state();
    const CharacterInstance* instance = editor().instance();
    UiState ui;
    ui.character = shown().selected.character.get();
    ui.snapshot = &shown().selected;
    ui.selected.opened = instance ? shared_.models.opened(instance->model) : nullptr;
    ui.selected.count = editor().scene().instances.size();
    ui.selected.id = editor().selected();
    ui.edits.can_undo = editor().history().can_undo();
    ui.edits.can_redo = editor().history().can_redo();
    ui.edits.undo_name = editor().history().undo_name();
    ui.edits.redo_name = editor().history().redo_name();
    ui.edits.is_modified = editor().is_modified();
    ui.messages = &shared_.messages.list();
    ui.window.camera = &now.camera.now();
    ui.window.hint = hint(now);
    ui.window.content_scale = viewport().content_scale;
    features_.each([&](const auto& feature) {
        if constexpr (requires { feature.add_to(ui, now); }) {
            feature.add_to(ui, now);
        }
    });
    return ui;
}

// A feature that takes the mouse from the tools describes it alone.
std::string ApplicationSession::hint(const SessionState& now) const {
    std::string own;
    std::string keys;
    features_.each([&](const auto& feature) {
        if constexpr (requires { feature.hint(now); }) {
            own = own.empty() ? feature.hint(now) : own;
        }
        if constexpr (requires { feature.key_hint(now); }) {
            keys = keys.empty() ? feature.key_hint(now) : keys;
        }
    });
    return own.empty() ? joined(shared_.pointer.hint(touchable(now)), keys, now.activity.is_dragging) : own;
}

Sketch ApplicationSession::sketch() const {
    const SessionState now = state();
    Sketch sketch;
    features_.each([&](const auto& feature) {
        if constexpr (requires { feature.draw(sketch, now); }) {
            feature.draw(sketch, now);
        }
    });
    return sketch;
}

} // namespace limber::app
