// SPDX-License-Identifier: MIT
#include "app/controllers/surroundings_controller.h"

#include "app/controllers/surroundings.h"
#include "app/controllers/touchable_scene.h"
#include "app/document/obstacle_placing.h"
#include "app/simulation/shown_obstacles.h"

namespace limber::app {

namespace {

template <typename Change>
Commands edit_obstacle(int index, const SessionState& state, Change change) {
    CharacterDraft draft = state.editor.draft();
    Obstacles& obstacles = draft.environment.obstacles;
    if (index < 0 || index >= static_cast<int>(obstacles.size())) {
        return {};
    }
    change(obstacles[static_cast<std::size_t>(index)]);
    return {EditCharacter{std::move(draft)}};
}

} // namespace

Commands SurroundingsController::carry_out(const MoveObstacle& command, const SessionState& state) {
    return edit_obstacle(command.index, state, [&](Obstacle& obstacle) {
        obstacle.shape =
            obstacle.carrier ? carried(command.shape, inverse(shown_at(obstacle, state.shown.all))) : command.shape;
    });
}

Commands SurroundingsController::carry_out(const AttachObstacle& command, const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    const auto bone = static_cast<std::size_t>(command.bone);
    if (!selected.character || selected.id != state.editor.selected() || bone >= selected.pose.size()) {
        return {};
    }
    return edit_obstacle(command.index, state, [&](Obstacle& obstacle) {
        obstacle.shape = carried(obstacle.shape, shown_at(obstacle, state.shown.all));
        obstacle.carrier =
            Carrier{selected.id, selected.character->rig.skeleton.bones[bone].name, rigid_place(selected.pose[bone])};
    });
}

Commands SurroundingsController::carry_out(const DetachObstacle& command, const SessionState& state) {
    return edit_obstacle(command.index, state, [&](Obstacle& obstacle) {
        obstacle.shape = carried(obstacle.shape, shown_at(obstacle, state.shown.all));
        obstacle.carrier.reset();
    });
}

Commands SurroundingsController::carry_out(const RemoveObstacle& command, const SessionState& state) {
    CharacterDraft draft = state.editor.draft();
    Obstacles& obstacles = draft.environment.obstacles;
    if (command.index >= static_cast<int>(obstacles.size())) {
        return {};
    }
    obstacles.erase(obstacles.begin() + command.index);
    return {EditCharacter{std::move(draft)}};
}

// Contact points are chosen in the background after the slider for their number is released.
Commands SurroundingsController::before_sending(const SessionState& state) {
    Commands commands;
    const Activity& activity = state.activity;
    if (!activity.is_editing && !activity.is_opening && !activity.is_building &&
        needs_contact_points(state.editor.scene(), state.models)) {
        commands.emplace_back(RebuildOutdated{});
    }
    return commands;
}

Commands SurroundingsController::update(const SessionState& state) {
    const auto& [kind, index] = state.selection;
    const bool is_gone = kind == Selection::Kind::obstacle &&
                         static_cast<std::size_t>(index) >= state.editor.environment().obstacles.size();
    return is_gone ? Commands{ClearSelection{}} : Commands{};
}

void SurroundingsController::draw(Sketch& sketch, const SessionState& state) const {
    const SketchClip clip(sketch, state.area());
    tool_.draw(sketch, touchable(state));
}

} // namespace limber::app
