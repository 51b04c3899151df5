// SPDX-License-Identifier: MIT
#include "app/controllers/characters_controller.h"

#include "app/document/free_place.h"
#include "app/document/obstacle_placing.h"
#include "app/simulation/shown_obstacles.h"

#include <algorithm>

namespace limber::app {
namespace {

Commands select_next(const SessionState& state) {
    const auto& instances = state.editor.scene().instances;
    const auto here = std::ranges::find(instances, state.editor.selected(), &CharacterInstance::id);
    const auto next =
        here == instances.end() || std::next(here) == instances.end() ? instances.begin() : std::next(here);
    return {SelectCharacter{next->id}};
}

// The offset from an instance to a free place for a copy: beside its shown place, or beside its start if it moves by
// itself.
Vec3 offset_to_copy(const SessionState& state, const CharacterInstance& instance) {
    const auto shown = std::ranges::find(state.shown.all, instance.id, &Snapshot::id);
    const bool starts_again = shown == state.shown.all.end() || moves_by_itself(*shown);
    const BoundingBox body =
        starts_again ? starting_box(*state.models.at(instance.model), instance.controls) : rig_box(*shown);
    const double slack = 0.02 * body.diagonal();
    return offset_to_free_place(state, body, depth_in(state.editor.environment().obstacles, body) + slack);
}

// The offset to a place beside the instance that is free of other bodies and obstacles, and far enough away for both to
// turn.
Vec3 offset_to_compared(const SessionState& state, const CharacterInstance& instance) {
    const BoundingBox body = starting_box(*state.models.at(instance.model), instance.controls);
    const ModelDescription& description = state.editor.description();
    const Vec3 beside = 0.9 * body.diagonal() * up_of(description).cross(front_of(description));
    const Obstacles& obstacles = state.editor.environment().obstacles;
    const double slack = 0.02 * body.diagonal();
    const bool is_free =
        state.editor.scene().instances.size() == 1 &&
        depth_in(obstacles, {body.low + beside, body.high + beside}) <= depth_in(obstacles, body) + slack;
    return is_free ? beside : offset_to_copy(state, instance);
}

// Obstacles that the character carries stay where they are shown.
void leave_obstacles(Obstacles& obstacles, int id, const std::vector<Snapshot>& shown) {
    for (Obstacle& obstacle : obstacles) {
        if (obstacle.carrier && obstacle.carrier->character == id) {
            obstacle.shape = carried(obstacle.shape, shown_at(obstacle, shown));
            obstacle.carrier.reset();
        }
    }
}

Commands toggle_enabled(const SessionState& state) {
    CharacterDraft draft = state.editor.draft();
    bool& is_enabled = draft.controls.is_enabled;
    is_enabled = !is_enabled;
    const std::string words =
        title_of(state.editor.scene(), state.editor.selected()) +
        (is_enabled ? " is enabled." : " is disabled: it neither moves nor is drawn nor exported.");
    return {EditCharacter{std::move(draft)}, ShowMessage{{Message::Kind::notice, words}}};
}

Commands remove_selected(const SessionState& state) {
    const auto& instances = state.editor.scene().instances;
    if (instances.size() < 2) {
        return {};
    }
    const auto gone = std::ranges::find(instances, state.editor.selected(), &CharacterInstance::id);
    const auto neighbour = std::next(gone) == instances.end() ? std::prev(gone) : std::next(gone);
    const std::string title = title_of(state.editor.scene(), gone->id);
    return {CancelGesture{}, // the character may be dragged
            CancelPointer{},
            EditDocument{[id = gone->id, model = gone->model, shown = state.shown.all](Document& document) {
                leave_obstacles(document.scene.environment.obstacles, id, shown);
                std::erase_if(document.scene.instances, [&](const CharacterInstance& one) { return one.id == id; });
                if (document.scene.sharers(model) == 0) {
                    document.scene.models.erase(model);
                }
            }},
            SelectCharacter{neighbour->id},
            ShowMessage{{Message::Kind::notice, "Removed " + title + "; Ctrl+Z restores it.", Message::Topic::undo}}};
}

} // namespace

Commands CharactersController::act(Action action, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (state.activity.is_opening || !instance) {
        return {};
    }
    switch (action) {
    case Action::duplicate_character: // the copy has the same model and moves in step
        return {AddInstance{doubled(*instance, instance->id, offset_to_copy(state, *instance)), true,
                            "Duplicate character"}};
    case Action::remove_character:
        return remove_selected(state);
    case Action::unique_character:
        return {MakeModelUnique{}};
    case Action::next_character:
        return select_next(state);
    case Action::solo_character:
        return {EditView{[](ViewOptions& view) {
            view.solo = !view.solo;
        }}};
    case Action::enable_character:
        return toggle_enabled(state);
    default:
        return {};
    }
}

// A copy beside the selected character plays the gait; the one that was compared before is removed.
Commands CharactersController::carry_out(const CompareGait& command, const SessionState& state) {
    if (is_comparing(state.editor.scene())) {
        return {StopComparing{}, command};
    }
    const NamedGait* named = state.editor.description().muscles.gaits.called(command.name);
    if (!named || !state.shown.selected.character) {
        return {};
    }
    const CharacterInstance& instance = *state.editor.instance();
    CharacterInstance copy = doubled(instance, instance.id, offset_to_compared(state, instance));
    copy.controls.muscles.gait = named->gait;
    copy.controls.muscles.gait.name = named->name;
    copy.controls.muscles.playing = true;
    copy.shows = command.name;
    copy.beside = instance.id;
    // Both start from the same line.
    return {AddInstance{std::move(copy), false, "Compare gaits"}, RestartSimulation{}, FrameAll{.once_shown = true}};
}

Commands CharactersController::carry_out(const StopComparing&, const SessionState& state) {
    Commands commands;
    const CharacterInstance* selected = state.editor.instance();
    if (selected && selected->is_helper()) {
        const std::vector<CharacterInstance> staying = without_helpers(state.editor.scene()).instances;
        const auto other = std::ranges::find(staying, selected->beside, &CharacterInstance::id);
        commands.emplace_back(SelectCharacter{other == staying.end() ? staying.front().id : other->id});
    }
    if (is_comparing(state.editor.scene())) {
        commands.emplace_back(EditDocument{[](Document& document) {
            document.scene = without_helpers(std::move(document.scene));
        }});
    }
    return commands;
}

// A comparison that is restored starts from the same line, as at first.
Commands CharactersController::carry_out(const FollowDocument& command, const SessionState& state) {
    const bool is_restored = is_comparing(state.editor.scene()) && !is_comparing(command.before->scene);
    return is_restored ? Commands{RestartSimulation{}} : Commands{};
}

Vec3 offset_to_free_place(const SessionState& state, const BoundingBox& body, double depth_allowed) {
    Occupied occupied{{}, state.editor.environment().obstacles};
    for (const CharacterInstance& instance : state.editor.scene().instances) {
        occupied.bodies.push_back(starting_box(*state.models.at(instance.model), instance.controls));
    }
    const SceneBounds bounds = state.bounds();
    for (const Snapshot& snapshot : state.shown.all) {
        occupied.bodies.push_back(bounds.box(snapshot));
    }
    const OrbitCamera& camera = state.camera.now();
    return offset_to_free_position(body, occupied, camera.up, frame_of(camera).right, depth_allowed);
}

bool is_comparing(const Scene& scene) {
    return std::ranges::any_of(scene.instances, [](const CharacterInstance& instance) { return instance.is_helper(); });
}

} // namespace limber::app
