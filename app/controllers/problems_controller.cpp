// SPDX-License-Identifier: MIT
#include "app/controllers/problems_controller.h"

#include "engine/core/json.h"

#include <utility>

namespace limber::app {

Commands ProblemsController::carry_out(const MendProblem& command, const SessionState& state) {
    const auto& [kind, model, sentence, remedy] = command.problem;
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
    if (now->description.tets != waiting_->remedy->tets.source.value_or(TetSource::file)) {
        return {};
    }
    const std::string text = sentence_about_new_tets(waiting_->kind, described->second.name, *now);
    waiting_.reset();
    return text.empty() ? Commands{} : Commands{ShowMessage{{Message::Kind::notice, text}}};
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
        problems_ = problems_of(state.editor.document(), models_);
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
