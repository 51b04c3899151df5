// SPDX-License-Identifier: MIT
#include "app/controllers/posing_controller.h"

#include "app/controllers/touchable_scene.h"
#include "app/motion/posed_key.h"
#include "app/simulation/shown_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>

namespace limber::app {
namespace {

template <typename Change>
Commands edit_controls(const SessionState& state, Change change) {
    CharacterDraft draft = state.editor.draft();
    change(draft.controls);
    return {EditCharacter{std::move(draft)}};
}

Commands reset_pose(const SessionState& state) {
    if (state.is_free()) {
        return {ShowMessage{
            {Message::Kind::notice, state.editor.description().name + " has no rig, so there is no pose to reset."}}};
    }
    return edit_controls(state, [&](CharacterControls& controls) {
        controls.bone_offsets.clear();
        controls.target_weights.clear();
        controls.rig_offset = state.editor.instance()->home;
    });
}

Commands say(const std::string& words) {
    return {ShowMessage{{Message::Kind::notice, words}}};
}

std::string in_seconds(double time) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.2f s", time);
    return text.data();
}

// The model of the shown moment may have its clips at other indices.
CharacterControls controls_at(const Snapshot& shown, CharacterControls controls) {
    controls.clip = shown.clip;
    return controls;
}

Commands set_key(const SessionState& state, const Snapshot& shown, double time) {
    const bool is_bone = state.selection.kind == Selection::Kind::bone;
    auto controls = with_pose_keyed(*shown.character, controls_at(shown, state.editor.controls()), time,
                                    is_bone ? state.selection.index : -1);
    if (!controls) {
        return say(state.is_free() ? "The body has no rig, so there is no pose to key."
                                   : "Select or pose a bone first: then K keeps its pose at this time of the clip.");
    }
    const PoseKey* key = controls->keys.at(time);
    const std::size_t count = key ? key->bones.size() + key->targets.size() : 0;
    CharacterDraft draft = state.editor.draft();
    controls->clip = draft.controls.clip;
    draft.controls = std::move(*controls);
    Commands commands{EditCharacter{std::move(draft)}};
    append(commands, say("Key at " + in_seconds(time) + ": " + std::to_string(count) +
                         (count == 1 ? " bone or target." : " bones and targets.")));
    return commands;
}

Commands remove_key(const SessionState& state, double time, double reach) {
    const std::vector<PoseKey>& all = state.editor.controls().keys.all();
    const auto near = std::ranges::find_if(
        all, [&](const PoseKey& key) { return std::abs(key.time - time) <= std::max(reach, same_key_seconds); });
    if (near == all.end()) {
        return say("There is no key at this time: go to one with , or .");
    }
    return edit_controls(
        state, [at = near->time](CharacterControls& controls) { controls.keys = without_key(controls.keys, at); });
}

// The next key in that direction; around the ends of the clip.
Commands go_to_key(const PoseKeys& keys, double time, double direction) {
    if (keys.is_empty()) {
        return say("There are no keys yet: pose a bone and press K.");
    }
    const PoseKey* next = direction > 0.0 ? &keys.all().front() : &keys.all().back();
    double nearest = std::numeric_limits<double>::infinity();
    for (const PoseKey& key : keys.all()) {
        const double distance = direction * (key.time - time);
        if (distance > same_key_seconds && distance < nearest) {
            nearest = distance;
            next = &key;
        }
    }
    return {SetPlaying{false}, SetClipTime{next->time}};
}

Commands deselect_handle(const SessionState& state) {
    return state.selection.kind == Selection::Kind::handle ? Commands{ClearSelection{}} : Commands{};
}

template <typename Pull>
bool has_id(const std::vector<Pull>& pulls, int id) {
    return std::ranges::find(pulls, id, &Pull::id) != pulls.end();
}

} // namespace

Commands PosingController::update(const SessionState& state) {
    const auto& [kind, index] = state.selection;
    const CharacterControls& controls = state.editor.controls();
    const bool is_gone = (kind == Selection::Kind::handle && !has_id(controls.handles, index)) ||
                         (kind == Selection::Kind::force && !has_id(controls.forces, index)) ||
                         (kind == Selection::Kind::spring && !has_id(controls.springs, index));
    return is_gone ? Commands{ClearSelection{}} : Commands{};
}

Commands PosingController::act(Action action, const SessionState& state) {
    switch (action) {
    case Action::reset_pose:
        return reset_pose(state);
    case Action::move_character:
        return state.activity.is_opening || !state.editor.instance()
                   ? Commands{}
                   : Commands{Select{{Selection::Kind::whole_rig, 0}}};
    case Action::pin_handle:
        handles_.pin();
        return {};
    case Action::delete_handle:
        return delete_selected(state);
    case Action::release_all_handles: {
        handles_.cancel();
        Commands commands = edit_controls(state, [](CharacterControls& controls) { controls.handles.clear(); });
        append(commands, deselect_handle(state));
        return commands;
    }
    case Action::set_key:
    case Action::remove_key:
    case Action::previous_key:
    case Action::next_key:
        return act_on_keys(action, state);
    default:
        return {};
    }
}

// At the time of the clip that is shown.
Commands PosingController::act_on_keys(Action action, const SessionState& state) {
    const Snapshot& shown = state.shown.selected;
    const CharacterControls& controls = state.editor.controls();
    if (!shown.character || shown.id != state.editor.selected()) {
        return {};
    }
    const bool edits = action == Action::set_key || action == Action::remove_key;
    const std::vector<std::filesystem::path>& clips = state.editor.description().clips;
    if (edits && !shows_chosen_clip(shown, clips, controls.clip)) {
        return say(shown_and_chosen(shown, clips, controls.clip) +
                   ", to which the keys belong: press Play or go to a later moment, then set or remove a key.");
    }
    const double time = time_of_key(*shown.character, controls_at(shown, controls), shown.clip_time);
    const double reach = 0.5 * state.editor.environment().time_step;
    switch (action) {
    case Action::set_key:
        return set_key(state, shown, time);
    case Action::remove_key:
        return remove_key(state, time, reach);
    case Action::previous_key:
        return go_to_key(controls.keys, time, -1.0);
    default:
        return go_to_key(controls.keys, time, 1.0);
    }
}

// Deletes the handle, the force, the spring or the obstacle that is selected, or else the character.
Commands PosingController::delete_selected(const SessionState& state) const {
    const Selection& selection = state.selection;
    if (selection.kind == Selection::Kind::handle) {
        return {RemoveHandle{selection.index}, ClearSelection{}};
    }
    if (selection.kind == Selection::Kind::force) {
        return {RemoveForce{selection.index}, ClearSelection{}};
    }
    if (selection.kind == Selection::Kind::spring) {
        Commands commands =
            edit_controls(state, [&](CharacterControls& controls) { remove_spring(controls, selection.index); });
        commands.push_back(ClearSelection{});
        return commands;
    }
    if (forces_.found()) {
        return {RemoveForce{*forces_.found()}};
    }
    if (handles_.found()) {
        return {RemoveHandle{*handles_.found()}};
    }
    if (selection.kind == Selection::Kind::obstacle) {
        return {RemoveObstacle{selection.index}, ClearSelection{}};
    }
    return {Action::remove_character};
}

Commands PosingController::carry_out(const PoseBone& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) {
        if (controls.bone_offsets.empty()) {
            controls.bone_offsets.assign(command.bone_count, identity_affine());
        }
        const auto bone = static_cast<std::size_t>(command.bone);
        if (bone < controls.bone_offsets.size()) {
            controls.bone_offsets[bone] = command.offset;
        }
    });
}

Commands PosingController::carry_out(const PlaceRig& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) { controls.rig_offset = command.offset; });
}

Commands PosingController::carry_out(const AddHandle& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) { controls.handles.push_back(command.handle); });
}

Commands PosingController::carry_out(const MoveHandle& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) {
        const auto handle = std::ranges::find(controls.handles, command.id, &PointHandle::id);
        if (handle != controls.handles.end()) {
            handle->target = command.target;
        }
    });
}

Commands PosingController::carry_out(const RemoveHandle& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) {
        std::erase_if(controls.handles, [&](const PointHandle& handle) { return handle.id == command.id; });
    });
}

Commands PosingController::carry_out(const AddForce& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) { controls.forces.push_back(command.applied); });
}

Commands PosingController::carry_out(const ChangeForce& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) {
        const auto applied = std::ranges::find(controls.forces, command.id, &AppliedForce::id);
        if (applied != controls.forces.end()) {
            applied->force = command.force;
        }
    });
}

Commands PosingController::carry_out(const RemoveForce& command, const SessionState& state) {
    return edit_controls(state, [&](CharacterControls& controls) {
        std::erase_if(controls.forces, [&](const AppliedForce& applied) { return applied.id == command.id; });
    });
}

void PosingController::draw(Sketch& sketch, const SessionState& state) const {
    const Touchable scene = touchable(state);
    const SketchClip clip(sketch, scene.area);
    bones_.draw(sketch, scene);
    handles_.draw(sketch, scene);
    forces_.draw(sketch, scene);
    gizmo_.draw(sketch, scene);
}

void PosingController::add_to(UiState& ui, const SessionState& state) const {
    ui.selected.pinned_handles = handles_.pinned_count(state.editor.controls());
}

} // namespace limber::app
