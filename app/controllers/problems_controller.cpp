// SPDX-License-Identifier: MIT
#include "app/controllers/problems_controller.h"

#include "engine/core/json.h"

#include <iterator>
#include <utility>

namespace limber::app {
namespace {

constexpr double seconds_between_checks = 0.5;   // each computes the positions of all vertices
constexpr double seconds_until_forgotten = 10.0; // without inverted clusters: the motion is taken to have calmed down

bool are_made(const RemedyTets& tets, const CharacterDescription& now) {
    return tets.source.value_or(now.tets) == now.tets &&
           tets.target_vertices.value_or(now.target_vertices) == now.target_vertices;
}

std::map<int, InvertedCounts> counts_of(const std::map<int, InvertedInStates>& inverted) {
    std::map<int, InvertedCounts> counts;
    for (const auto& [model, in_states] : inverted) {
        counts[model] = {std::ssize(in_states.by_the_motion), std::ssize(in_states.by_the_rig)};
    }
    return counts;
}

} // namespace

Commands ProblemsController::carry_out(const MendProblem& command, const SessionState& state) {
    const int model = command.problem.model;
    const std::optional<Remedy>& remedy = command.problem.remedy;
    if (!remedy || !state.editor.scene().models.contains(model)) {
        return {};
    }
    if (remedy->tets.are_others()) {
        waiting_ = command.problem;
        return {ChangeTets{model, remedy->tets.target_vertices, remedy->tets.source}};
    }
    return {EditDocument{remedy->change, remedy->edit}, RebuildOutdated{}};
}

// Tets that are cancelled or refused do not become a model; other messages are about those.
Commands ProblemsController::message_about_new_tets(const SessionState& state) {
    if (!waiting_) {
        return {};
    }
    const auto described = state.editor.scene().models.find(waiting_->model);
    const CharacterPtr now = state.models.find(waiting_->model);
    if (described == state.editor.scene().models.end() || !now) {
        waiting_.reset();
        return {};
    }
    if (!are_made(waiting_->remedy->tets, now->description)) {
        return {};
    }
    const std::string text = sentence_about_new_tets(waiting_->kind, described->second.name, *now);
    waiting_.reset();
    return text.empty() ? Commands{} : Commands{ShowMessage{{Message::Kind::notice, text}}};
}

// What the pose of the rig turns inside out, it does again.
bool ProblemsController::forget_motion() {
    bool is_any = false;
    for (auto& [model, in_states] : inverted_) {
        is_any = is_any || !in_states.by_the_motion.empty();
        in_states.by_the_motion.clear();
    }
    seconds_without_inverted_ = 0.0;
    return is_any;
}

bool ProblemsController::have_inversions_changed(const SessionState& state) {
    const std::uint64_t before = std::exchange(step_count_, state.shown.selected.step_count);
    if (step_count_ < before) { // a reset, or an earlier state of the motion
        seconds_until_check_ = seconds_between_checks;
        return forget_motion();
    }
    const bool is_new = check_inversions(state);
    return (seconds_without_inverted_ > seconds_until_forgotten && forget_motion()) || is_new;
}

bool ProblemsController::check_inversions(const SessionState& state) {
    seconds_until_check_ -= state.seconds;
    if (seconds_until_check_ > 0.0) {
        return false;
    }
    seconds_until_check_ = seconds_between_checks;
    bool is_new = false;
    bool is_playing = false;
    bool has_inverted = false;
    for (const Snapshot& snapshot : state.shown.all) {
        const CharacterInstance* instance = state.editor.scene().instance(snapshot.id);
        if (!snapshot.playing || !snapshot.is_enabled || !snapshot.character || !instance || instance->is_helper()) {
            continue;
        }
        InvertedInStates& inverted = inverted_[instance->model];
        is_new = inverted.add(*snapshot.character, snapshot.state) || is_new;
        has_inverted = has_inverted || inverted.is_last_by_the_motion;
        is_playing = true;
    }
    seconds_without_inverted_ += is_playing ? seconds_between_checks : 0.0;
    seconds_without_inverted_ = has_inverted ? 0.0 : seconds_without_inverted_;
    return is_new;
}

// While something is dragged, the document changes in each frame.
Commands ProblemsController::update(const SessionState& state) {
    std::map<int, CharacterPtr> models;
    for (const auto& [number, description] : state.editor.scene().models) {
        if (CharacterPtr model = state.models.find(number)) {
            models[number] = std::move(model);
        }
    }
    const bool is_known = revision_ == state.editor.revision() && models == models_;
    if (!is_known && !state.activity.is_editing) {
        revision_ = state.editor.revision();
        models_ = std::move(models);
        inverted_.clear();
        problems_ = problems_of(state.editor.document(), models_);
        seconds_until_check_ = seconds_between_checks; // the simulation takes over the edit
    } else if (is_known && have_inversions_changed(state)) {
        problems_ = problems_of(state.editor.document(), models_, counts_of(inverted_));
    }
    return message_about_new_tets(state);
}

void ProblemsController::add_to(UiState& ui, const SessionState&) const {
    ui.problems = &problems_;
}

void ProblemsController::report(Json& report, const SessionState&) const {
    Json::array_t problems;
    for (const Problem& problem : problems_) {
        problems.emplace_back(name_of(problem.kind));
    }
    report["problems"] = std::move(problems);
}

} // namespace limber::app
