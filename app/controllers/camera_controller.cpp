// SPDX-License-Identifier: MIT
#include "app/controllers/camera_controller.h"

#include "app/character/character.h"
#include "app/character_skin/skin.h"
#include "app/document/turned_camera.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// Moves the camera back until as much of the box is visible in the new area as in the old one, or closer where that
// has more room.
OrbitCamera with_room_for(OrbitCamera camera, const BoundingBox& box, const ViewArea& before, const ViewArea& after) {
    constexpr double tight = 0.8; // of the margin that framing adds
    const double needed_before = tight * framing(camera, before, box).distance;
    const double needed = tight * framing(camera, after, box).distance;
    const double share_seen = std::min(camera.distance / needed_before, 1.0);
    camera.distance = needed < needed_before ? camera.distance * needed / needed_before
                                             : std::max(camera.distance, share_seen * needed);
    return camera;
}

Layout without_tiles(Layout layout) {
    if (!layout.compared.empty()) {
        layout.dynamics = layout.view;
        layout.compared.clear();
    }
    return layout;
}

// Titles are at the top of compared bodies (title_in of the comparison): two lines and their margin, or one where the
// tile is wide enough.
OrbitCamera below_titles(OrbitCamera camera, const BoundingBox& box, const SessionState& state) {
    constexpr double wide_tile = 420.0; // [pixel x content_scale], like the heights
    constexpr double one_line = 36.0;
    constexpr double two_lines = 52.0;
    constexpr double share_of_tile = 0.25; // at most
    if (state.viewport.layout.compared.empty()) {
        return camera;
    }
    const ViewArea area = state.area();
    const double scale = state.viewport.content_scale;
    const double titles = area.width >= wide_tile * scale ? one_line : two_lines;
    return with_headroom(std::move(camera), area, box, std::min(titles * scale, share_of_tile * area.height));
}

// What a view shows of the selected character: one that stays at its place in all poses of its clip.
BoundingBox box_of_selected(const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    const bool has_place = state.shown.all.size() > 1 || state.is_free();
    return has_place ? state.bounds().box(selected)
                     : selected.character->skin->outline.framed(state.editor.controls().clip, selected.state.P);
}

// Several views have less room to spare than one.
OrbitCamera framing_in_views(const OrbitCamera& camera, const BoundingBox& box, const SessionState& state) {
    return state.viewport.layout.compared.empty()
               ? framing(camera, state.area(), box)
               : below_titles(framing(camera, state.area(), std::vector{box}), box, state);
}

} // namespace

Commands CameraController::act(Action action, const SessionState&) {
    switch (action) {
    case Action::frame_character:
        return {FrameCharacter{}};
    case Action::frame_all:
        return {FrameAll{}};
    default:
        return {};
    }
}

Commands CameraController::carry_out(const FrameCharacter&, const SessionState& state) {
    moved_back_.reset();
    if (state.shown.selected.character) {
        tool_.camera.goal = framing_in_views(tool_.camera.goal, box_of_selected(state), state);
    }
    return {};
}

Commands CameraController::carry_out(const FrameAll& command, const SessionState& state) {
    if (command.once_shown) {
        frames_all_ = true;
    } else if (state.shown.selected.character) {
        tool_.camera.goal = framing(tool_.camera.goal, state.area(), state.bounds().boxes_in_the_scene());
    }
    return {};
}

// The views of the new scene need not be those of the former one: the camera is placed for one view, and is moved back
// once the new scene is shown beside others.
Commands CameraController::scene_opened(const SceneOpened& scene, const SessionState& state) {
    moved_back_.reset();
    layout_ = without_tiles(state.viewport.layout);
    const ModelDescription& description = state.editor.description();
    const auto& own = description.camera;
    const auto& described = scene.built.description.camera;
    place_camera(described || !own ? described : std::optional(turned(*own, rotation_of(description.turn))), state);
    return {};
}

// What was visible stays in view when the view becomes narrower, and is as large as before when there is room again.
Commands CameraController::update(const SessionState& state) {
    tool_.camera.advance(state.seconds);
    if (state.built() && !state.is_shown()) {
        follow(state);
        return {}; // the box of what comes is not known yet
    }
    const Layout before = std::exchange(layout_, state.viewport.layout);
    const bool has_rig_only = state.view.side_by_side && before.rig_only.width == 0.0 && layout_.rig_only.width > 0.0;
    if (has_rig_only || layout_.compared.size() != before.compared.size()) {
        keep_in_view(before, state);
    }
    follow(state);
    return {};
}

// Begins with the camera as it was before the view was narrow, unless its distance was changed since. Views of a
// comparison show the selected character alone.
void CameraController::keep_in_view(const Layout& before, const SessionState& state) {
    if (!state.shown.selected.character) {
        return;
    }
    OrbitCamera& goal = tool_.camera.goal;
    ViewArea from = before.dynamics;
    if (moved_back_ && moved_back_->distance == goal.distance) {
        goal.distance = moved_back_->distance_before;
        goal.target -= moved_back_->shift;
        from = moved_back_->area_before;
    }
    const OrbitCamera start = goal;
    const bool is_compared = !layout_.compared.empty() || !before.compared.empty();
    const BoundingBox box = is_compared ? box_of_selected(state) : state.bounds().box_of_all();
    const bool was_shown = shows(goal, from, box);
    goal = with_room_for(goal, box, from, state.area());
    if (was_shown) {
        goal = below_titles(goal, box, state);
    }
    moved_back_ = {from, start.distance, goal.distance, goal.target - start.target};
}

// The camera follows the selected character if that walks, or if it is alone and its clip carries it away.
void CameraController::follow(const SessionState& state) {
    // The place of the next character is unknown while the shown one is about to be replaced.
    if (!state.is_shown()) {
        return;
    }
    CameraTargets targets = state.bounds().camera_targets(state.shown.selected);
    targets.is_held = state.activity.is_dragging;
    follower_.follow(targets, tool_.camera.now().up, state.seconds, state.area(), tool_.camera);
    if (frames_all_ && state.shown.all.size() == state.editor.scene().instances.size()) {
        frames_all_ = false;
        tool_.camera.goal = framing(tool_.camera.goal, state.area(), state.bounds().boxes_in_the_scene());
    }
}

Vec3 CameraController::followed(const SessionState& state) const {
    CameraTargets at_rest = state.bounds().camera_targets(state.shown.selected);
    at_rest.selected_box = rig_box(state.shown.selected);
    at_rest.scene_box = state.bounds().rig_box_of_all();
    return follower_.place() - Follower::place_of(at_rest);
}

} // namespace limber::app
