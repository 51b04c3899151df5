// SPDX-License-Identifier: MIT
#include "app/session/shared_state.h"

#include "app/controllers/surroundings.h"

#include <algorithm>

namespace limber::app {

SessionState state_of(const SharedState& shared, const Features& features) {
    Activity activity;
    features.each([&](const auto& feature) {
        if constexpr (requires { feature.add_to(activity); }) {
            feature.add_to(activity);
        }
    });
    activity.is_dragging = shared.pointer.is_holding();
    activity.is_moving = shared.pointer.is_editing();
    activity.is_editing = activity.is_dragging || activity.is_painting || shared.input.is_editing_panels;
    const bool is_gesture = activity.is_moving || activity.is_painting || shared.input.is_editing_panels;
    activity.has_edited = is_gesture && shared.editor.is_changed_by_gesture();
    return {shared.editor,
            shared.models,
            shared.shown,
            shared.view,
            features.get<CameraController>().camera(),
            shared.input.viewport,
            shared.selection,
            activity,
            shared.input.seconds,
            shared.input.is_mouse_on_panels};
}

void show_selected(SharedState& shared) {
    SceneSnapshots& shown = shared.shown;
    const auto snapshot_of = [&](int id) {
        return std::ranges::find(shown.all, id, &Snapshot::id);
    };
    auto selected = snapshot_of(shared.editor.selected());
    selected = selected == shown.all.end() ? snapshot_of(shown.selected.id) : selected;
    selected = selected == shown.all.end() ? shown.all.begin() : selected;
    shown.selected = selected == shown.all.end() ? Snapshot{} : *selected;
}

// What a model was built with does not show which floors are new: a build may end before the edit is settled.
void settle_edits(SharedState& shared) {
    Editor& editor = shared.editor;
    const auto heights = heights_of_new_floors(editor.history().settled().value.scene, editor.scene(), shared.models);
    if (!heights.empty()) {
        editor.edit([&](Document& document) {
            for (auto& [number, model] : document.scene.models) {
                const auto height = heights.find(number);
                if (height != heights.end() && model.contact.floor) {
                    model.contact.floor_height = height->second;
                }
            }
        });
    }
    editor.settle();
}

} // namespace limber::app
