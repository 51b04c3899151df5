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
    shown_ = measured_now_ = character->subspace;
    measured_.insert_or_assign(measured_now_, Measured{subject_of(state), character->vertex_count()});
    compared_revision_ = state.editor.revision();
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
    measured_.clear();
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

const ModeErrorsController::Measured* ModeErrorsController::shown() const {
    const auto of_kind = measured_.find(shown_);
    return of_kind == measured_.end() ? nullptr : &of_kind->second;
}

// The errors of another mesh are dropped; those of another kind, motion or material stay until they are measured again.
void ModeErrorsController::compare_with(const SessionState& state) {
    const CharacterPtr& now = state.shown.selected.character;
    if (!measured_.empty() && (!now || now->vertex_count() != measured_.begin()->second.vertices)) {
        queue_.cancel();
        measured_.clear();
    }
    if (now && now->subspace != shown_) {
        queue_.cancel();
        shown_ = now->subspace;
    }
    if (!measured_.empty() && state.editor.instance() && state.editor.revision() != compared_revision_) {
        compared_revision_ = state.editor.revision();
        const Subject subject = subject_of(state);
        if (const auto same = measured_.find(subject.description.subspace); same != measured_.end()) {
            same->second.is_outdated = subject != same->second.subject;
        }
    }
}

Commands ModeErrorsController::update(const SessionState& state) {
    compare_with(state);
    Commands commands;
    if (auto errors = queue_.poll()) {
        const auto of_kind = measured_.find(measured_now_);
        if (*errors) {
            if (of_kind != measured_.end()) {
                of_kind->second.errors = std::move(*errors).value();
            }
        } else {
            if (errors->error().kind == ErrorKind::bad_input) {
                measured_.erase(measured_now_); // rounding errors of a body at rest
            }
            commands.emplace_back(
                ShowMessage{{Message::Kind::error, sentence(errors->error()) + ".", Message::Topic::measuring}});
        }
    }
    return commands;
}

void ModeErrorsController::add_to(UiState& ui, const SessionState&) const {
    const Measured* now = shown();
    ui.mode_errors.newest = now && now->errors ? &*now->errors : nullptr;
    ui.mode_errors.is_outdated = now && now->is_outdated;
    ui.mode_errors.is_running = queue_.is_busy();
    ui.mode_errors.progress = queue_.progress();
}

void ModeErrorsController::report(Json& report, const SessionState&) const {
    const Measured* now = shown();
    const ModeErrors newest = now ? now->errors.value_or(ModeErrors()) : ModeErrors();
    Json errors = Json::array();
    for (const ModeError& one : newest.errors) {
        Json entry = Json::object();
        entry["modes"] = static_cast<std::int64_t>(one.modes);
        entry["one_step"] = one.one_step;
        errors.push_back(std::move(entry));
    }
    report["mode_errors"] = std::move(errors);
    report["mode_errors_complete"] = now && now->errors && is_complete(newest);
    report["mode_errors_outdated"] = now && now->errors && now->is_outdated;
}

} // namespace limber::app
