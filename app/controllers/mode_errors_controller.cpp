// SPDX-License-Identifier: MIT
#include "app/controllers/mode_errors_controller.h"

#include "engine/core/json.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace limber::app {

Commands ModeErrorsController::carry_out(const MeasureModeErrors&, const SessionState& state) {
    const CharacterPtr& character = state.shown.selected.character;
    const CharacterInstance* instance = state.editor.instance();
    if (!character || !instance || !state.is_shown()) {
        return {};
    }
    ModeErrorRequest request;
    request.character = character;
    request.controls = simulated_controls(state);
    request.clip_time = instance->clip_start;
    request.steps = steps_of_clip(*character, request.controls);
    request.threads.count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
    request.cache = cache_;
    of_ = character;
    subject_ = subject_of(state);
    compared_revision_ = state.editor.revision();
    is_outdated_ = false;
    newest_.reset();
    queue_.replace([request](BackgroundQueue<ModeErrors>::TaskProgress& progress) {
        return mode_errors(request, &progress, [&](const ModeErrors& errors) { progress.publish(errors); });
    });
    return {RemoveMessages{Message::Topic::measuring}};
}

Commands ModeErrorsController::carry_out(const StopMeasuringModes&, const SessionState&) {
    queue_.cancel();
    return {};
}

Commands ModeErrorsController::scene_opened(const SceneOpened&, const SessionState&) {
    queue_.cancel();
    newest_.reset();
    of_ = nullptr;
    return {};
}

ModeErrorsController::Subject ModeErrorsController::subject_of(const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    EXPECTS(instance);
    Subject subject{instance->id, description_of(state.editor.scene(), instance->model), instance->controls,
                    instance->clip_start};
    subject.description.modes = CharacterDescription().modes;
    subject.description.look = {};
    subject.description.camera = {};
    return subject;
}

// The errors of another character or subspace are dropped; those of another motion or material stay until they are
// measured again.
void ModeErrorsController::compare_with(const SessionState& state) {
    const CharacterPtr& now = state.shown.selected.character;
    if (of_ && now != of_ && (!now || now->modes->W.rows() != of_->modes->W.rows() || now->subspace != of_->subspace)) {
        queue_.cancel();
        newest_.reset();
        of_ = nullptr;
    }
    if (of_ && state.editor.instance() && state.editor.revision() != compared_revision_) {
        compared_revision_ = state.editor.revision();
        is_outdated_ = subject_of(state) != subject_;
    }
}

Commands ModeErrorsController::update(const SessionState& state) {
    compare_with(state);
    Commands commands;
    if (auto errors = queue_.poll()) {
        if (*errors) {
            newest_ = std::move(*errors).value();
        } else {
            if (errors->error().kind == ErrorKind::bad_input) {
                newest_.reset(); // rounding errors of a body at rest
            }
            commands.emplace_back(
                ShowMessage{{Message::Kind::error, sentence(errors->error()) + ".", Message::Topic::measuring}});
        }
    }
    return commands;
}

void ModeErrorsController::add_to(UiState& ui, const SessionState&) const {
    ui.mode_errors.newest = newest_ ? &*newest_ : nullptr;
    ui.mode_errors.is_outdated = is_outdated_;
    ui.mode_errors.is_running = queue_.is_busy();
    ui.mode_errors.progress = queue_.progress();
}

void ModeErrorsController::report(Json& report, const SessionState&) const {
    Json errors = Json::array();
    for (const ModeError& one : newest_ ? newest_->errors : std::vector<ModeError>()) {
        Json entry = Json::object();
        entry["modes"] = static_cast<std::int64_t>(one.modes);
        entry["one_step"] = one.one_step;
        errors.push_back(std::move(entry));
    }
    report["mode_errors"] = std::move(errors);
    report["mode_errors_complete"] = newest_ && is_complete(*newest_);
    report["mode_errors_outdated"] = newest_ && is_outdated_;
}

} // namespace limber::app
