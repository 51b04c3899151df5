#include "app/controllers/viewport_controller.h"

#include "app/character/character.h"
#include "app/character/skin.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr double swing = 0.3; // of the body's size: the largest distance of the surface from the box of its rig

BoundingBox grown(const BoundingBox& box, double by) {
    const Vec3 margin = Vec3::Constant(by);
    return {box.low - margin, box.high + margin};
}

std::vector<Body> bodies(const SessionState& state) {
    std::vector<Body> bodies;
    const SceneBounds bounds = state.bounds();
    for (const Snapshot& snapshot : state.shown.all) {
        const BoundingBox box = bounds.box(snapshot);
        bodies.push_back({snapshot.id, grown(box, swing * box.diagonal()), &snapshot.character->skin->triangles,
                          [&snapshot, motion = state.drawn_motion()] {
                              return boundary_positions(snapshot, motion);
                          }});
    }
    return bodies;
}

std::optional<int> other_body_at(const Pixel& pixel, const SessionState& state) {
    if (state.shown.all.size() < 2) {
        return std::nullopt;
    }
    const auto body = first_body(mouse_ray(state.camera.now(), state.area(), pixel), bodies(state));
    return body && *body != state.editor.selected() && state.editor.scene().instance(*body) ? body : std::nullopt;
}

std::vector<HandleLine> handles_of_others(const SessionState& state) {
    std::vector<HandleLine> lines;
    for (const Snapshot& snapshot : state.shown.all) {
        const CharacterInstance* instance = state.editor.scene().instance(snapshot.id);
        if (!instance || instance->id == state.editor.selected()) {
            continue;
        }
        for (const PointHandle& handle : instance->controls.handles) {
            lines.push_back({held_point(snapshot, handle, state.drawn_motion()), handle.target, false, false, true});
        }
    }
    return lines;
}

// Moves the camera back until the whole box is visible in the new area. The camera stays if only a part of the box was
// visible in the old area.
OrbitCamera with_room_for(OrbitCamera camera, const BoundingBox& box, const ViewArea& before, const ViewArea& after) {
    constexpr double tight = 0.8; // of the margin that framing adds
    const bool was_seen = tight * framing(camera, before, box).distance <= camera.distance;
    const double needed = tight * framing(camera, after, box).distance;
    camera.distance = was_seen ? std::max(camera.distance, needed) : camera.distance;
    return camera;
}

Commands reset_pose(const SessionState& state) {
    if (state.is_free()) {
        return {ShowMessage{
            {Message::Kind::notice, state.editor.description().name + " has no rig, so there is no pose to reset."}}};
    }
    CharacterDraft draft = state.editor.draft();
    draft.controls.bone_offsets.clear();
    draft.controls.rig_offset = state.editor.instance()->home;
    return {EditCharacter{std::move(draft)}};
}

} // namespace

Touchable touchable(const SessionState& state) {
    Touchable scene;
    scene.area = state.area();
    scene.other_area = state.viewport.layout.rig_only;
    scene.content_scale = state.viewport.content_scale;
    scene.handle_stiffness = state.editor.handle_stiffness();
    scene.bones_shown = state.view.bones && !state.is_free();
    const Snapshot& selected = state.shown.selected;
    // A character that is about to be replaced cannot be picked.
    if (!selected.character || selected.id != state.editor.selected()) {
        return scene;
    }
    scene.character = selected.character.get();
    scene.obstacles = &state.editor.description().contact.obstacles;
    scene.pose = &selected.pose;
    scene.triangles = &selected.character->skin->triangles;
    scene.surface = [&selected, motion = state.drawn_motion()] {
        return boundary_positions(selected, motion);
    };
    scene.point_of = [&selected, motion = state.drawn_motion()](const PointHandle& handle) {
        return held_point(selected, handle, motion);
    };
    scene.other_at = [state](const Pixel& pixel) {
        const auto body = other_body_at(pixel, state);
        return body ? title_of(state.editor.scene(), *body) : std::string();
    };
    scene.other_handles = handles_of_others(state);
    return scene;
}

std::optional<Pixel> place_of_label(const Snapshot& snapshot, const SessionState& state) {
    const BoundingBox body = state.bounds().box(snapshot);
    const Vec3 up = state.camera.now().up;
    const Vec3 top = body.centre() + 0.5 * (body.high - body.low).dot(up.cwiseAbs()) * up;
    const auto at = pixel_of(state.camera.now(), state.area(), top);
    return at ? std::optional<Pixel>(*at - Pixel(0, 6)) : std::nullopt;
}

Commands ViewportController::act(Action action, const SessionState& state) {
    switch (action) {
    case Action::frame_character:
        return {FrameCharacter{}};
    case Action::frame_all:
        return {FrameAll{}};
    case Action::reset_pose:
        return reset_pose(state);
    case Action::move_character:
        if (!state.activity.is_opening && state.editor.instance()) {
            interaction_.selection = {Selection::Kind::whole_rig, 0};
        }
        return {};
    case Action::delete_handle:
    case Action::release_all_handles: {
        Commands commands;
        CharacterDraft draft = state.editor.draft();
        interaction_.act(action, draft.controls, commands);
        commands.insert(commands.begin(), EditCharacter{std::move(draft)});
        return commands;
    }
    default:
        return {};
    }
}

Commands ViewportController::carry_out(const FrameCharacter&, const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    if (selected.character) {
        const bool has_place = state.shown.all.size() > 1 || state.is_free();
        interaction_.frame(
            has_place ? state.bounds().box(selected)
                      : selected.character->skin->outline.framed(state.editor.controls().clip, selected.state.P),
            state.area());
    }
    return {};
}

Commands ViewportController::carry_out(const FrameAll& command, const SessionState& state) {
    if (command.once_shown) {
        frames_all_ = true;
    } else if (state.shown.selected.character) {
        interaction_.frame(state.bounds().boxes_in_the_scene(), state.area());
    }
    return {};
}

Commands ViewportController::carry_out(const ClearSelection&, const SessionState&) {
    interaction_.selection = {};
    return {};
}

Commands ViewportController::carry_out(const EndDrag&, const SessionState&) {
    interaction_.cancel_drag();
    return {};
}

Commands ViewportController::take(const std::vector<InputEvent>& events, const Touchable& scene,
                                  const SessionState& state, double seconds) {
    CharacterDraft draft = state.editor.draft();
    Commands commands = interaction_.apply(events, scene, draft.controls, seconds);
    commands.insert(commands.begin(), EditCharacter{std::move(draft)});
    return commands;
}

std::optional<int> ViewportController::pressed_body(const InputEvent& event, const Touchable& scene,
                                                    const SessionState& state) const {
    const auto* press = std::get_if<MouseButtonChanged>(&event);
    if (!press || !press->down || press->button != MouseButton::left || press->alt || state.shown.all.size() < 2) {
        return std::nullopt;
    }
    const Pixel pixel(press->x, press->y);
    if (interaction_.is_holding() || !scene.area.holds(pixel) ||
        interaction_.has_tool_at(pixel, scene, state.editor.controls())) {
        return std::nullopt;
    }
    return other_body_at(pixel, state);
}

void ViewportController::keep_in_view(const ViewArea& before, const SessionState& state) {
    if (state.shown.selected.character) {
        interaction_.camera.goal =
            with_room_for(interaction_.camera.goal, state.bounds().box_of_all(), before, state.area());
    }
}

// The camera follows the selected character if that walks, or if it is alone and its clip carries it away.
void ViewportController::follow(const SessionState& state) {
    // The place of the next character is unknown while the shown one is about to be replaced.
    if (!state.is_shown()) {
        return;
    }
    CameraTargets targets = state.bounds().camera_targets(state.shown.selected);
    targets.is_held = interaction_.is_holding();
    follower_.follow(targets, interaction_.camera.now().up, state.seconds, state.area(), interaction_.camera);
    if (frames_all_ && state.shown.all.size() == state.editor.scene().instances.size()) {
        frames_all_ = false;
        interaction_.frame(state.bounds().boxes_in_the_scene(), state.area());
    }
}

Vec3 ViewportController::followed(const SessionState& state) const {
    CameraTargets at_rest = state.bounds().camera_targets(state.shown.selected);
    at_rest.selected_box = rig_box(state.shown.selected);
    at_rest.scene_box = state.bounds().rig_box_of_all();
    return follower_.place() - Follower::place_of(at_rest);
}

} // namespace limber::app
