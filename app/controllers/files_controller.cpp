// SPDX-License-Identifier: MIT
#include "app/controllers/files_controller.h"

#include "app/controllers/file_listing.h"
#include "app/creatures/creatures.h"
#include "app/document/file_stem.h"
#include "app/document/scene_paths.h"
#include "app/platform_paths/caches.h"
#include "app/platform_paths/data_folder.h"

#include <chrono>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

Command command_of(const ReplacingRequest& request) {
    return std::visit([](const auto& one) -> Command { return one; }, request);
}

bool would_lose_work(const SessionState& state) {
    return state.built() && (state.editor.is_modified() || state.activity.has_unsaved_search);
}

std::vector<std::filesystem::path> shipped_scenes() {
    const auto assets = data_folder("assets");
    auto scenes = assets ? json_files_in(assets.value() / "scenes") : std::vector<std::filesystem::path>{};
    for (const BuiltInScene& scene : built_in_scenes()) {
        scenes.push_back(creature_path(scene.name));
    }
    for (const std::string& name : creature_names()) {
        scenes.push_back(creature_path(name));
    }
    return scenes;
}

} // namespace

FilesController::FilesController()
    : saver_(recent_files_path()), autosave_(recovery_folder()), scenes_(shipped_scenes()) {}

Commands FilesController::act(Action action, const SessionState& state) {
    switch (action) {
    case Action::add_character:
        return {AskForFile{FilePurpose::add}};
    case Action::open_file:
        return {AskForFile{FilePurpose::open}};
    case Action::new_scene:
        return {EditView{[](ViewOptions& view) {
            view.scenes = true;
        }}};
    case Action::save_scene:
        return carry_out(SaveDocument{}, state);
    case Action::save_scene_as:
        return {AskForFile{FilePurpose::save, file_stem(name_) + ".json"}};
    case Action::quit:
        return {Quit{}};
    default:
        return {};
    }
}

Commands FilesController::carry_out(const SaveDocument& command, const SessionState& state) {
    const std::filesystem::path& path = command.path.empty() ? open_document_.path() : command.path;
    if (path.empty()) {
        return {AskForFile{FilePurpose::save, file_stem(name_) + ".json"}};
    }
    if (state.activity.is_moving || state.activity.is_painting) {
        waiting_save_ = path;
    } else {
        save(path, state);
    }
    return {};
}

void FilesController::save(const std::filesystem::path& path, const SessionState& state) {
    FileSaver::DocumentWrite write{open_document_.number(), path, state.editor.revision()};
    if (const auto stamp = stamps_.find(path); stamp != stamps_.end()) {
        write.known = stamp->second;
    }
    saver_.write_document(write, [scene = scene_to_save(path, state)](const std::filesystem::path& place) {
        return write_scene_file(scene, place);
    });
    open_document_.saving(path);
}

SceneDescription FilesController::scene_to_save(const std::filesystem::path& path, const SessionState& state) const {
    const OrbitCamera& camera = state.camera.goal;
    const CameraDescription seen{frame_of(camera).eye, camera.target, camera.up,
                                 camera.field_of_view * 180.0 / std::numbers::pi};
    const Document& document = state.editor.document();
    return described(document.scene, name_, seen, {document.exaggeration, document.speed},
                     open_document_.replaced_files(path));
}

Commands FilesController::carry_out(const AnswerUnsaved& command, const SessionState& state) {
    const bool is_only_search = !state.editor.is_modified() && state.activity.has_unsaved_search;
    if (command.answer == UnsavedAnswer::save && is_only_search && open_document_.is_asking()) {
        const OpenDocument::Next next = open_document_.answer(UnsavedAnswer::discard);
        return {SaveGaitSearch{}, command_of(*next.request)};
    }
    const OpenDocument::Next next = open_document_.answer(command.answer);
    if (next.saves) {
        return carry_out(SaveDocument{}, state);
    }
    return next.request ? Commands{command_of(*next.request)} : Commands{CancelOpening{}};
}

Commands FilesController::carry_out(const ConfirmAndOpenScene& command, const SessionState& state) {
    const auto now = open_document_.request(OpenScene{command.path, false, command.name}, would_lose_work(state));
    return now ? Commands{command_of(*now)} : Commands{};
}

Commands FilesController::carry_out(const Quit&, const SessionState& state) {
    const auto now = open_document_.request(CloseWindow{}, would_lose_work(state));
    return now ? Commands{command_of(*now)} : Commands{};
}

Commands FilesController::carry_out(const CancelOpening&, const SessionState&) {
    return recovery_.not_opened();
}

Commands FilesController::carry_out(const RecoverDocument& command, const SessionState&) {
    recovery_.accept(command.file);
    return {EditView{[](ViewOptions& view) {
        view.scenes = false;
    }}};
}

Commands FilesController::carry_out(const DismissMessage& command, const SessionState&) {
    return recovery_.dismissed(command.text);
}

Commands FilesController::carry_out(const FileNotChosen& command, const SessionState&) {
    if (command.purpose == FilePurpose::save) {
        open_document_.drop_request();
    }
    return {};
}

Commands FilesController::carry_out(const WriteNewFile& command, const SessionState& state) {
    saver_.write_beside(own_folder(state), {command.name, command.ending}, command.write);
    return {};
}

Commands FilesController::carry_out(const WriteFileAt& command, const SessionState&) {
    saver_.write(command.path, command.write);
    return {};
}

Commands FilesController::update(const SessionState& state) {
    Commands commands = report_written(state);
    if (waiting_save_ && !state.activity.is_moving && !state.activity.is_painting) {
        save(*std::exchange(waiting_save_, std::nullopt), state);
    }
    // During a drag the document is in an intermediate state.
    if (!state.activity.is_editing && state.built()) {
        autosave_.update(state.editor.revision(), state.editor.is_modified(), state.seconds,
                         [&] { return serialized_document(state); });
        if (const auto error = autosave_.take_error()) {
            commands.emplace_back(ShowMessage{
                {Message::Kind::warning, "Unsaved changes cannot be saved for recovery: " + sentence(*error) + "."}});
        }
    }
    append(commands, recovery_.update());
    return commands;
}

Commands FilesController::report_written(const SessionState& state) {
    Commands commands;
    while (const auto finished = saver_.take_finished()) {
        if (finished->message.kind == Message::Kind::notice) {
            commands.emplace_back(RemoveMessages{finished->message.topic});
        }
        commands.emplace_back(ShowMessage{finished->message});
        if (finished->document && finished->document->document == open_document_.number()) {
            append(commands, document_written(*finished->document, state));
        }
    }
    return commands;
}

Commands FilesController::document_written(const FileSaver::DocumentWrite& write, const SessionState& state) {
    if (write.found) {
        stamps_[write.path] = *write.found;
    }
    if (!write.is_written) {
        open_document_.save_failed();
        return {};
    }
    path_ = write.path;
    Commands commands{MarkSaved{write.revision}};
    const bool is_modified = state.editor.revision() != write.revision;
    if (const auto waiting = open_document_.saved(write.path, is_modified)) {
        commands.push_back(command_of(*waiting));
    }
    return commands;
}

Commands FilesController::scene_opened(const SceneOpened& scene, const SessionState& state) {
    const auto& [opened, path] = scene;
    opened_count_ = state.editor.scene().instances.size();
    name_ = opened.description.name.empty() ? state.editor.description().name : opened.description.name;
    if (is_recovered(path)) {
        return take_over_recovered();
    }
    path_ = path;
    stamps_.clear();
    if (const auto stamp = stamp_of(path)) {
        stamps_[path] = *stamp;
    }
    open_document_.opened(path, is_own_scene(path, opened));
    saver_.remember(path);
    return recovery_.not_opened();
}

// The recovered document is not saved yet, so this process keeps it for recovery.
Commands FilesController::take_over_recovered() {
    Commands commands;
    const RecoverableDocument recovered = recovery_.opened(commands);
    name_ = recovered.document.title;
    path_ = recovered.document.path;
    open_document_.opened(path_, !path_.empty());
    autosave_.take_over(recovered);
    return commands;
}

Autosave::Serialize FilesController::serialized_document(const SessionState& state) const {
    return [scene = scene_to_save({}, state), path = open_document_.path(), title = name_](const auto& folder) {
        const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
        return UnsavedDocument{.path = path, .title = title, .time = now, .bytes = scene_file_json(scene, folder)};
    };
}

std::optional<Error> FilesController::write_recovery(const SessionState& state) {
    return autosave_.write_now(serialized_document(state));
}

void FilesController::add_to(UiState& ui, const SessionState& state) const {
    ui.files.opened_with = opened_count_;
    ui.files.name = name_;
    ui.files.folder = own_folder(state);
    ui.files.scenes = &scenes_;
    ui.files.recent = &saver_.recent();
    ui.files.open = path_;
    ui.edits.question = question(state);
}

std::filesystem::path FilesController::usual_folder() const {
    if (!saver_.recent().empty()) {
        return saver_.recent().front().parent_path();
    }
    return scenes_.empty() ? std::filesystem::path(".") : scenes_.front().parent_path();
}

std::filesystem::path FilesController::start_of_dialog(const AskForFile& request, const SessionState& state) const {
    const std::filesystem::path& name = request.start;
    if (name.empty()) {
        return usual_folder();
    }
    if (name.has_parent_path()) {
        return name;
    }
    const std::filesystem::path folder = own_folder(state);
    const bool is_recording = request.purpose == FilePurpose::save_recording;
    const std::string ending = is_recording ? recording_ending : name.extension().string();
    const std::string stem = name.string().substr(0, name.string().size() - ending.size());
    return is_recording ? unused_path(stem, ending, folder) : proposed_path(stem, ending, folder);
}

std::filesystem::path FilesController::own_folder(const SessionState& state) const {
    const auto folder = own_folder_of(open_document_.path().empty() ? path_ : open_document_.path());
    return folder.empty() && state.editor.instance() ? own_folder_of(state.editor.description().mesh) : folder;
}

std::filesystem::path own_folder_of(const std::filesystem::path& path) {
    if (path.empty() || creature_named_by(path)) {
        return {};
    }
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(path, ignored).lexically_normal();
    const auto is_in = [&](const std::filesystem::path& folder) {
        const auto relative = whole.lexically_relative(folder);
        return !relative.empty() && *relative.begin() != "..";
    };
    const auto assets = data_folder("assets");
    const auto cache = named_cache_folder() ? named_cache_folder() : usual_cache_folder();
    const bool is_shipped = (assets && is_in(assets.value())) || (cache && is_in(*cache / "creatures"));
    return is_shipped ? std::filesystem::path() : whole.parent_path();
}

bool is_own_scene(const std::filesystem::path& path, const Built& opened) {
    return path.extension() == ".json" && !opened.timeline && !own_folder_of(path).empty();
}

} // namespace limber::app
