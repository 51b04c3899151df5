#include "app/controllers/gait_search_controller.h"

// The commands of the gait search.
namespace limber::app {

GaitSearchInput search_input(const SessionState& state) {
    return {state.editor, state.models, simulated_controls(state), state.activity.is_steered};
}

GoalInput goal_input(const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    return {state.editor, selected, state.view.shows_goal && state.is_shown() && moves_by_itself(selected)};
}

Commands GaitSearchController::update(const SessionState& state) {
    tool_.set_goal(state.shown.selected.character ? movable_goal(goal_input(state)) : std::nullopt);
    return poll(search_input(state));
}

Commands GaitSearchController::scene_opened(const SceneOpened&, const SessionState&) {
    clear();
    watches_best_ = true;
    return {};
}

void GaitSearchController::add_to(Activity& activity) const {
    activity.watched_search = status_.is_running && watches_best_ ? target_ : 0;
}

void GaitSearchController::add_to(UiState& ui, const SessionState& state) const {
    ui.search.status = &status_;
    ui.search.is_target = target_ == state.editor.selected();
    ui.search.target = title_of(state.editor.scene(), target_);
    ui.search.watches_best = watches_best_;
    ui.search.is_opening = is_opening();
}

Commands GaitSearchController::carry_out(const StartGaitSearch& command, const SessionState& state) {
    return start(command.problem, search_input(state));
}

Commands GaitSearchController::carry_out(const ResumeGaitSearch& command, const SessionState& state) {
    return resume(command.problem, search_input(state));
}

Commands GaitSearchController::carry_out(const PauseGaitSearch& command, const SessionState&) {
    pause(command.paused);
    return {};
}

Commands GaitSearchController::carry_out(const StopGaitSearch&, const SessionState&) {
    stop();
    return {};
}

Commands GaitSearchController::carry_out(const SaveGaitSearch&, const SessionState& state) {
    return save(state.editor.description().name);
}

Commands GaitSearchController::carry_out(const OpenGaitSearch& command, const SessionState&) {
    open(command.path);
    return {};
}

Commands GaitSearchController::carry_out(const WatchBestGait&, const SessionState& state) {
    return watch_best(search_input(state));
}

Commands GaitSearchController::carry_out(const ShowChosenGait&, const SessionState&) {
    set_watches_best(false);
    return {};
}

Commands GaitSearchController::carry_out(const MoveGoal& command, const SessionState& state) {
    return state.shown.selected.character ? move_goal(command.at, goal_input(state)) : Commands{};
}

} // namespace limber::app
