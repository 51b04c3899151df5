#include "app/session/shared_state.h"

#include <algorithm>

namespace limber::app {

SessionState state_of(const SharedState& shared, const Features& features) {
    Activity activity;
    activity.is_playing = features.playback.is_playing();
    activity.is_dragging = features.viewport.interaction().is_holding();
    activity.is_painting = features.painting.is_painting();
    activity.is_editing = activity.is_dragging || activity.is_painting || shared.input.is_editing_panels;
    activity.is_moving = features.viewport.interaction().is_moving();
    const bool is_gesture = activity.is_moving || activity.is_painting || shared.input.is_editing_panels;
    activity.has_edited = is_gesture && shared.editor.is_changed_by_gesture();
    activity.is_opening = features.opening.opening().has_value();
    activity.is_building = !features.builder.is_at_rest();
    activity.is_steered = features.driving.command().role != GaitRole::none;
    activity.is_asking = features.files.is_asking();
    return {shared.editor,         shared.models, shared.shown,        shared.view, features.viewport.camera(),
            shared.input.viewport, activity,      shared.input.seconds};
}

Touchable touchable_of(const SharedState& shared, const Features& features) {
    const SessionState state = state_of(shared, features);
    Touchable scene = touchable(state);
    scene.goal = scene.character ? features.gait_search.movable_goal(goal_input(state)) : std::nullopt;
    return scene;
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

} // namespace limber::app
